import type { Catalog } from '@hermes/safety/language'

/** Obstacles for commands: files, sessions, folders and terminals. */
export const failures: Catalog = {
  'There is no terminal to ask on: confirm with --yes.': '没有可供询问的终端：请用 --yes 确认。',

  // backup
  '--keep only applies to the folder `backups` of the home: use it without a file.':
    '--keep 只用于主目录的 `backups` 文件夹：请不要同时指定文件。',
  '--keep takes the number of backups to keep: 1 or more.': '--keep 的值是要保留的备份数：至少为 1。',
  '--quick only includes the sessions: omit --secrets.': '--quick 只包含会话：请去掉 --secrets。',
  'The backup is from a newer Hermes ({0}): update Hermes to restore it.':
    '备份来自更新的 Hermes（{0}）：请更新 Hermes 后再恢复。',
  'The file is not a backup of Hermes: use one written by `hermes backup`.':
    '此文件不是 Hermes 的备份：请使用 `hermes backup` 写的文件。',
  'Another restore is under way: wait until it has ended.': '正在进行另一次恢复：请等待它结束。',
  'A run of "{0}" is under way: wait until it has ended.': '“{0}”正在运行：请等待它结束。',
  'The backup does not fit on the disk of {0}: it needs {1} MB, and {2} MB are free.':
    '备份放不进 {0} 所在的磁盘：需要 {1} MB，可用 {2} MB。',
  'The backup {0} could not be written ({1}) and was removed.': '无法写入备份 {0}（{1}），已将其移除。',
  '{0} cannot be read ({1}): check its name and its permissions.': '无法读取 {0}（{1}）：请检查名称和权限。',

  // sessions
  'The sessions are in {0}: {1} with {2}.': '会话在 {0} 中：{1}，请用 {2}。',
  'back them up': '备份会话',
  'optimize them': '优化会话',
  'check and repair them': '检查和修复会话',
  'the tools of the server': '服务器的工具',
  'There is no session store at {0} yet: it is created by the first conversation.':
    '{0} 还没有会话存储：第一次对话时会创建。',
  'Not written: {0}.': '未写入：{0}。',
  'The session {0} has been deleted.': '会话 {0} 已被删除。',
  'Use a name that ends in .md, .html or .jsonl.': '请使用以 .md、.html 或 .jsonl 结尾的名称。',
  'Name one session, or use --all or --source, not both.': '请指定一个会话，或使用 --all 或 --source，不能同时使用。',
  'Which session? Name one, or use --all.': '哪个会话？请指定一个，或使用 --all。',
  '{0} cannot be written: check its folder and its permissions.': '无法写入 {0}：请检查文件夹和权限。',
  'The session store cannot search: use one that keeps its sessions in SQLite.':
    '此会话存储不能搜索：请使用以 SQLite 保存会话的存储。',
  'There is no word to search for.': '没有要搜索的词。',
  '--resume and --continue both name the session to resume: use one of them.':
    '--resume 和 --continue 都指定要继续的会话：请只用其一。',
  'No session was chosen.': '没有选择会话。',
  'There is no "@{0}": sessions of @claude and @codex can be resumed.':
    '没有“@{0}”：可以继续 @claude 和 @codex 的会话。',
  'There is no session of {0} in {1}.': '{1} 中没有 {0} 的会话。',
  'There is no session of {0} with the id "{1}".': '没有 ID 为“{1}”的 {0} 会话。',
  'Which session of {0}?': '选择 {0} 的会话',
  '{0} could not be imported: {1}.': '无法导入 {0}：{1}。',
  '{0} cannot be read ({1}): use a file or a folder.': '无法读取 {0}（{1}）：请使用文件或文件夹。',
  '{0} is neither a file nor a folder: use one of them.': '{0} 既不是文件也不是文件夹：请使用其中之一。',

  // import-agent
  '{0} cannot be read ({1}): name the home with --from.': '无法读取 {0}（{1}）：请用 --from 指定主目录。',
  '{0} cannot be read ({1}): name the home of {2} with --from.': '无法读取 {0}（{1}）：请用 --from 指定 {2} 的主目录。',
  '{0} is not a regular file: name another home with --from.': '{0} 不是普通文件：请用 --from 指定其他主目录。',
  '{0} is the home of this Hermes as well: choose another home for this one with HERMES_HOME or --profile, then import again.':
    '{0} 也是此 Hermes 的主目录：请用 HERMES_HOME 或 --profile 为它选择其他主目录，再重新导入。',
  '"{0}" cannot be imported: choose {1}.': '无法导入“{0}”：请选择 {1}。',
  '{0} cannot be read as a store of the Hermes Agent in Python: {1}.':
    '无法将 {0} 作为 Python 版 Hermes Agent 的存储读取：{1}。',
  '{0} is no store of the Hermes Agent in Python.': '{0} 不是 Python 版 Hermes Agent 的存储。',
  '{0} is being written to constantly: stop the program that uses it, then try again.':
    '{0} 一直在被写入：请停止使用它的程序，再重试。',

  // trajectories
  '--{0} {1} is invalid: use a whole number above zero.': '--{0} {1} 无效：请使用大于零的整数。',
  'No model is available for summaries: configure a provider, or omit --model.':
    '没有可用于摘要的模型：请配置提供商，或去掉 --model。',
  'Stopped by {0}.': '被 {0} 停止。',
  'Where to? Name the file to write, or use --dry-run.': '写到哪里？请指定要写入的文件，或使用 --dry-run。',
  '{0} cannot be written: check its folder, its permissions and the space there.':
    '无法写入 {0}：请检查文件夹、权限和剩余空间。',
  '{0} cannot be read completely: check that it exists and is not damaged.':
    '无法完整读取 {0}：请检查它是否存在且没有损坏。',
  '--sample {0} is not a percentage: use one such as 15%.': '--sample {0} 不是百分比：请使用例如 15%。',

  // The question on a command line, and its folder.
  '--image belongs to a question: pass it with -q "TEXT".': '--image 属于提问：请用 -q "TEXT" 传入问题。',
  '--attach needs a terminal that can move its cursor, and no screen-reader mode.':
    '--attach 需要能移动光标的终端，且不能处于屏幕阅读器模式。',
  '-z and -q both contain the prompt: use one of them.': '-z 和 -q 都含有提示词：请只用其一。',
  'There is no prompt: pass it with -z "TEXT" or on stdin.': '没有提示词：请用 -z "TEXT" 或 stdin 传入。',
  'The prompt was canceled before its turn started.': '提示词在这一轮开始前被取消。',
  'The image {0} cannot be read: {1}.': '无法读取图片 {0}：{1}。',
  'The image {0} has more than 10 MB: use a smaller one.': '图片 {0} 超过 10 MB：请使用更小的图片。',
  'The image {0} is not a file.': '图片 {0} 不是文件。',
  '{0} is not an image: use PNG, JPEG, GIF or WebP.': '{0} 不是图片：请使用 PNG、JPEG、GIF 或 WebP。',
  '--in needs a folder: {0} is none.': '--in 需要文件夹：{0} 不是文件夹。',
  'There is no provider "{0}".{1} Known: {2}.': '没有提供商“{0}”。{1}可用的有：{2}。',
  '--worktree begins a new session: a resumed one continues in its own folder.':
    '--worktree 会开始新会话：继续的会话仍在自己的文件夹中。',
  'The repository {0} has no commit to start from: commit once. ({1})':
    '仓库 {0} 没有可作为起点的提交：请先提交一次。（{1}）',
  'A worktree needs a git repository: this folder is in none.': '工作树需要 git 仓库：此文件夹不在仓库中。',
  'The settings of this repository start programs ({0}): create and remove its worktrees with git, and use --in.':
    '此仓库的设置会启动程序（{0}）：请用 git 创建和移除工作树，并使用 --in。',
  'HERMES_SERVE_TOKEN must have the token of {0}.': 'HERMES_SERVE_TOKEN 必须是 {0} 的令牌。',
  'No server of this home runs: start `hermes serve --port 8643`.':
    '此主目录没有运行中的服务器：请启动 `hermes serve --port 8643`。',
  'There is no completion for "{0}".{1} There is: {2}.': '没有“{0}”的补全。{1}可用的有：{2}。',
  'Reports are not uploaded anywhere: write a file with --local, and send that.':
    '报告不会上传到任何地方：请用 --local 写成文件再发送。',
  '{0} Check the key.': '{0}请检查密钥。',
  '{0} answers, but cannot call tools here, which an agent needs: choose a model that supports tools, or let the server accept them (vLLM: --enable-auto-tool-choice, llama.cpp: --jinja). The server said: {1}':
    '{0} 能应答，但在此无法调用工具，而智能体需要工具：请选择支持工具的模型，或让服务器接受工具（vLLM：--enable-auto-tool-choice，llama.cpp：--jinja）。服务器的回应：{1}',
}
