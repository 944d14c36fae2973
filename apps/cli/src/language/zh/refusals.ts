import type { Catalog } from '@hermes/safety/language'

/** Reasons why commands reject a request: wrong usage, and missing things. */
export const refusals: Catalog = {
  // chat
  '--cli and --tui exclude each other: use one of them.': '--cli 与 --tui 不能同时使用：请选其一。',
  '--attach cannot be combined with {0}, which the server decides when it starts. Omit one or the other.':
    '对别处的服务器无效：{0}。请去掉它，或去掉 --attach。',
  '--attach opens the full-screen interface: it needs a terminal, and no -z, --oneshot, -Q or --json.':
    '--attach 会打开全屏界面：需要终端，且不能带 -z、--oneshot、-Q 或 --json。',
  'No session was held in {0}: -c continues the newest one of any folder, and "sessions browse" shows all.':
    '在 {0} 中没有进行过会话：-c 会继续任意文件夹中最新的会话，“sessions browse”显示全部会话。',
  'The server has no session to resume.': '服务器上没有可以继续的会话。',
  '{0} sessions begin with "{1}": write more of the id.': '有 {0} 个会话以“{1}”开头：请写出更多 id。',
  '--usage-file: {0} cannot be written{1}. Name a file in a folder that exists and that you may change.':
    '--usage-file：无法写入 {0}{1}。请指定一个存在且可写的文件夹中的文件。',
  'The provider "{0}" needs the address of its server: add it, such as --base-url http://host:port/v1.':
    '提供商“{0}”需要其服务器地址：请加上，例如 --base-url http://host:port/v1。',
  '{0} exists already: name another file, or replace it with --yes.':
    '{0} 已存在：请指定另一个文件，或用 --yes 替换它。',
  '--query-file contains the prompt, as -q and -z do: use one of them.':
    '--query-file 与 -q、-z 一样给出提示词：请选其一。',
  '{0} contains no prompt.': '{0} 不含提示词。',
  '--query-file - reads stdin, which is a terminal: use -q "TEXT".':
    '--query-file - 读取标准输入，而它是终端：请使用 -q "TEXT"。',
  'The prompt cannot be read: {0}': '无法读取提示词：{0}',
  '--source takes a-z, 0-9, "-" and "_", such as `tool`, not "{0}".':
    '--source 接受 a-z、0-9、“-”和“_”，例如 `tool`，而不是“{0}”。',

  // auth
  'The place must be a whole number of at least 1, not "{0}".': '位置必须是不小于 1 的整数，而不是“{0}”。',
  '{0} has no credentials.': '{0} 没有凭据。',
  '{0} has {1} credentials: use one of {2}.': '{0} 有 {1} 个凭据：请使用 {2} 之一。',
  'The login was canceled.': '登录已取消。',
  'Name the server of the key: hermes auth add {0} --base-url URL.':
    '请指定密钥所属的服务器：hermes auth add {0} --base-url URL。',
  '"{0}" is not a provider with credentials.': '“{0}”不是使用凭据的提供商。',
  '{0} has no API keys: run hermes auth login {1}.': '{0} 没有 API 密钥：请运行 hermes auth login {1}。',
  'The key contains invalid characters: copy it again, one key, without spaces.':
    '密钥含有无效字符：请重新复制，只要一个密钥，不含空格。',
  'There is no key: type it at the prompt, or pass it on stdin.': '没有密钥：请在提示处输入，或通过 stdin 传入。',

  // mcp, serve, plugins
  'Name either the command of the server, or its address with --url, or a server of `hermes mcp catalog`.':
    '请给出服务器的命令，或用 --url 给出其地址，或指定 `hermes mcp catalog` 中的服务器。',
  '{0} needs {1} (see {2}): {3}': '{0} 需要 {1}（见 {2}）：{3}',
  'There is no conversation "{0}".': '没有对话“{0}”。',
  'All {0} open conversations are at work: wait until one has ended.':
    '打开的 {0} 个对话都在工作：请等待其中一个结束。',
  'The key of the client "{0}" is that of another one, too: give each its own, such as the output of `openssl rand -hex 24`.':
    '客户端“{0}”的密钥与另一个客户端相同：请为每个客户端使用不同的密钥，例如 `openssl rand -hex 24` 的输出。',
  '--port, --host and --origin belong to --http.': '--port、--host 和 --origin 属于 --http。',
  '--host and --origin belong to --port.': '--host 和 --origin 属于 --port。',
  '{0} must have 16 to 200 letters, digits or one of . _ -': '{0} 必须是 16 到 200 个字母、数字或 . _ - 之一',
  'The hooks of "{0}" are not used: the scan of their files found danger.':
    '未使用“{0}”的钩子：对其文件的扫描发现危险。',
  'The hook folder "{0}" cannot be used: {1}': '无法使用钩子文件夹“{0}”：{1}',
  'The plugin "{0}" has no hooks that need your agreement.': '插件“{0}”没有需要你同意的钩子。',
  '"{0}" is a hook folder and a plugin: rename the folder.': '“{0}”既是钩子文件夹又是插件：请重命名文件夹。',
  'npm could not be asked for its registry: set installed_plugins.registry.':
    '无法向 npm 查询其镜像源：请设置 installed_plugins.registry。',
  '{0} is asked without https, which is refused.': '{0} 未使用 https，已拒绝。',

  // memory, questions, queue
  'A change by a person does not wait for approval.': '用户的更改不需要等待审批。',
  'Name the changes, or use --all.': '请指定变更，或使用 --all。',
  '"{0}" is no option: write NAME=VALUE.': '“{0}”不是选项：请写成 NAME=VALUE。',
  'Question {0} cannot be allowed permanently: answer once, session, or deny with a reason.':
    '问题 {0} 不能永久允许：请回答 once、session，或用 deny 加原因。',
  'Question {0} is an approval: answer once, session, always, or deny with a reason.':
    '问题 {0} 是审批：请回答 once、session、always，或用 deny 加原因。',
  'Question {0} has already ended. {1}': '问题 {0} 已经结束。{1}',
  'This was started by the agent, and questions are answered by people.': '这是由智能体启动的，而问题要由人来回答。',
  'There is no question "{0}": see `hermes questions list`.': '没有问题“{0}”：参见 `hermes questions list`。',
  '"{0}" matches {1} open questions: use more characters of the id.':
    '“{0}”匹配 {1} 个待处理的问题：请输入更多 ID 字符。',
  'This session store has no questions.': '此会话存储没有问题。',
  'Name the items to replay, or use --all.': '请指定要重试的项，或使用 --all。',
  'The queue "{0}" has no item "{1}": see `hermes queue list`.': '队列“{0}”没有项“{1}”：参见 `hermes queue list`。',
  'The queue "{0}" has no dead item "{1}": see `hermes queue list`.':
    '队列“{0}”没有已放弃的项“{1}”：参见 `hermes queue list`。',
  'The queue "{0}" has no waiting or dead item "{1}": see `hermes queue list`.':
    '队列“{0}”没有等待中或已放弃的项“{1}”：参见 `hermes queue list`。',
  'This store has no work queue.': '此存储没有工作队列。',

  // webhook
  'There is no webhook "{0}".': '没有 webhook“{0}”。',
  '"{0}" is in the settings: remove it there.': '“{0}”在设置中：请在那里移除。',
  'The settings have a webhook "{0}": change it there, or take another name.':
    '设置中已有 webhook“{0}”：请在那里更改，或换一个名称。',
  'There is already a webhook "{0}": replace it and its secret with --replace, or take another name.':
    '已有 webhook“{0}”：用 --replace 替换它及其密钥，或换一个名称。',
  '"{0}" is no name for a webhook: use lower-case letters, digits and dashes.':
    '“{0}”不能作为 webhook 的名称：请使用小写字母、数字和连字符。',
  '--deliver-thread is a thread of a chat: name it with --deliver-chat.':
    '--deliver-thread 是聊天中的话题：请用 --deliver-chat 指明聊天。',
  '--signature none has no secret: leave out --ask-secret.': '--signature none 没有密钥：请去掉 --ask-secret。',
  "--filters is no JSON list of filters: write for example '{0}'.":
    "--filters 不是 JSON 格式的筛选列表：例如写成 '{0}'。",
  'The secret contains {0}, which anyone could send: enter the secret itself, or write the webhook into config.yaml.':
    '密钥包含 {0}，任何人都能发送它：请输入密钥本身，或把 webhook 写入 config.yaml。',
  'Webhooks need a store with a work queue.': 'webhook 需要带工作队列的存储。',
  '{0} is neither JSON nor a form.': '{0} 既不是 JSON 也不是表单。',

  // profile
  '"{0}" is neither a folder nor the address of a repository.': '“{0}”既不是文件夹也不是仓库地址。',
  '{0} could not be cloned: {1}': '无法克隆 {0}：{1}',
  '{0} is not an export of a profile.': '{0} 不是导出的档案。',
  'The profile "{0}" exists already: name another one.': '档案“{0}”已存在：请换一个名称。',
  'The profile "{0}" was not installed: there is nothing to update it from.':
    '档案“{0}”不是安装的：没有可供更新的来源。',
  '{0} contains no profile: neither config.yaml nor skills.': '{0} 不含档案：没有 config.yaml 也没有技能。',
  '"{0}" is not a name for a command.': '“{0}”不能作为命令的名称。',
  '{0} is another program: choose another name for the alias.': '{0} 是另一个程序：请为别名换一个名称。',

  // skills
  'There is no skill "{0}".{1}': '没有技能“{0}”。{1}',
  'There is no skill "{0}".{1} To list them: hermes skills list': '没有技能“{0}”。{1}列出技能：hermes skills list',
  'The source has no skill "{0}". It has: {1}': '来源中没有技能“{0}”。可用的有：{1}',
  'The source has {0} skills: name those to install, or use --all. They are: {1}':
    '来源中有 {0} 个技能：请指定要安装的，或使用 --all。它们是：{1}',
  'The skill breaks the format. {0}': '技能不符合格式。{0}',
  'The skill is not published. {0}': '技能未发布。{0}',
  'The skill was not published: {0}': '技能未能发布：{0}',
  'Its scan says {0}.': '扫描结果为 {0}。',
  'The skill "{0}" is not one that was written here.': '技能“{0}”不是在此处编写的。',
  '{0} is a link.': '{0} 是链接。',
  '{0} seems to hold a key or another secret.': '{0} 似乎含有密钥或其他机密。',
  'Its source {0} has no such skill any more.': '其来源 {0} 不再有这个技能。',
  'The snapshot {0} cannot be read: {1}': '无法读取快照 {0}：{1}',
  '{0} is no snapshot of skills: write one with hermes skills snapshot.':
    '{0} 不是技能快照：请用 hermes skills snapshot 写一个。',
  '"{0}" is no repository: write OWNER/REPOSITORY or OWNER/REPOSITORY/FOLDER.':
    '“{0}”不是仓库：请写成 OWNER/REPOSITORY 或 OWNER/REPOSITORY/FOLDER。',
  '--skills needs the feature skills, which is switched off.': '--skills 需要功能 skills，而它已停用。',

  // send
  'There is nothing to send: {0} send TARGET "TEXT".': '没有可发送的内容：{0} send TARGET "TEXT"。',
  'There is nothing to send: the text is empty.': '没有可发送的内容：文本为空。',
  'There is nothing to send: the text only says how files are sent.': '没有可发送的内容：文本只说明了如何发送文件。',
  'There is nothing to send: stdin is empty.': '没有可发送的内容：标准输入为空。',
  'There is nothing to send: {0} is empty.': '没有可发送的内容：{0} 为空。',
  'There is no target: {0} send TARGET "TEXT".': '没有目标：{0} send TARGET "TEXT"。',
  'There are two texts: leave out --file, or the words.': '有两段文字：请去掉 --file，或去掉命令行中的文字。',
  '{0} is not text. A file itself is sent by a line of the text: "MEDIA:{1}".':
    '{0} 不是文本。要发送文件本身，请在文字中写一行“MEDIA:{1}”。',
  'There is no file {0}.': '没有文件 {0}。',
  '{0} is no file.': '{0} 不是文件。',
  '{0} cannot be read.': '{0} 无法读取。',
  'Chat networks need a store with a work queue.': '聊天网络需要带工作队列的存储。',
  'The settings have no chat network "{0}".': '设置中没有聊天网络“{0}”。',
  '"{0}" is no chat of Telegram: write its number, such as telegram:123456789, or a public name, such as telegram:@news.':
    '“{0}”不是 Telegram 聊天：请写它的编号，例如 telegram:123456789，或公开名称，例如 telegram:@news。',
  '--{0} is empty: leave it out. "hermes cron edit JOB --clear" removes what an option has set.':
    '--{0} 为空：请省略它。“hermes cron edit JOB --clear”可移除选项设置的内容。',
  '--clear removes {0}, and not "{1}".': '--clear 可移除 {0}，但不能移除“{1}”。',
  'There is nothing to change: name it, such as --every "every 2h" or --clear script.':
    '没有要更改的内容：请指定，例如 --every "every 2h" 或 --clear script。',
  'The file {0}, which a filter names in in_file, is not in the home: move it there.':
    '过滤器在 in_file 中指定的文件 {0} 不在主目录中：请将其移到那里。',
  '--deliver-only delivers the prompt, and --cron-job runs a job with it: leave out one of them.':
    '--deliver-only 会送达提示，而 --cron-job 用它运行任务：请去掉其中一个。',
  '"{0}" is not an address: write email:ada@example.org, for example.':
    '“{0}”不是邮件地址：例如，请写 email:ada@example.org。',
  '{0} is sent by the running gateway.': '{0} 由运行中的网关发送。',
  '{0} is sent when {1} is resumed: hermes gateway resume {2}': '{0} 将在 {1} 恢复后发送：hermes gateway resume {2}',
  '{0} is sent when a gateway of this home runs.': '{0} 将在此主目录的网关运行时发送。',
  'No gateway of this home runs here. The message is sent when one does.':
    '这里没有运行此主目录的网关。网关运行后会发送该消息。',
  'No chats are known yet. To connect a network: hermes gateway setup':
    '还没有已知的聊天。要连接网络：hermes gateway setup',
  'home chat': '主聊天',
}
