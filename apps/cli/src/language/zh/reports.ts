import type { Catalog } from '@hermes/safety/language'

/** Messages of commands about one subject (approvals, checkpoints, logs, the prompt, trajectories), and of commands that serve programs. */
export const reports: Catalog = {
  // approvals
  'In {0} days you allowed nothing twice that may become a rule.': '{0} 天内没有允许过两次、可以成为规则的内容。',
  'allowed {0} times': '允许过 {0} 次',
  'Nothing was changed. To add what you want to allow without a question: hermes config edit':
    '未更改任何内容。添加无需询问即可允许的内容：hermes config edit',

  // checkpoints
  'a folder of an earlier version': '早期版本的文件夹',
  '{0}  {1}, newest {2}': '{0}  {1}，最新 {2}',
  'There are no checkpoints.': '没有检查点。',
  'All of them take {0}. /rollback restores files; hermes checkpoints prune makes room.':
    '共占用 {0}。/rollback 恢复文件；hermes checkpoints prune 释放空间。',
  'Delete the checkpoints of all folders permanently?': '永久删除所有文件夹的检查点吗？',
  'Checkpoints deleted: {0}. {1} are free again.': '已删除检查点：{0}。已释放 {1}。',

  // logs, debug
  'Nothing is logged in {0}.': '{0} 中没有日志。',
  'Wrote {0}. Read it before you send it: it names files, servers and models.':
    '已写入 {0}。发送前请先阅读：其中有文件、服务器和模型的名称。',

  // prompt-size
  '{0}: {1} tokens': '{0}：{1} token',
  '{0} in every request{1}{2}': '每次请求 {0}{1}{2}',
  'System prompt': '系统提示词',
  'Tools ({0})': '工具（{0}）',
  'Counted with {0}; other tokenizers differ by a few percent.': '用 {0} 计数；其他分词器相差百分之几。',
  ', {0} % of a window of {1}': '，占 {1} 窗口的 {0} %',
  '; {0} in a session of {1} model calls': '；一个有 {1} 次模型调用的会话费用为 {0}',

  // trajectories
  'Stopped: nothing was written.': '已停止：未写入任何内容。',
  '{0} compressed': '已压缩 {0}',
  '{0} short enough': '足够短 {0}',
  '{0} still too long: nothing more can be dropped': '仍过长 {0}：没有更多可以丢弃的内容',
  '.': '。',
  'Line {0}: {1}': '第 {0} 行：{1}',
  '{0} could not be read and is omitted.': '{0}无法读取，已略去。',
  '{0} could not be read and are omitted.': '{0}无法读取，已略去。',
  '{0} trajectories': '{0} 条轨迹',
  '{0} tokens became {1}': '{0} token 变为 {1}',

  // tools
  'off: not in the selected toolsets': '关闭：不在所选工具集中',

  // serve, acp, chat
  'Hermes serves {0}': 'Hermes 正在 {0} 提供服务',
  'Token: {0} (also in {1})': '令牌：{0}（也在 {1} 中）',
  'No provider is configured: run `hermes acp --setup`.': '没有配置提供商：请运行 `hermes acp --setup`。',
  'cannot run. {0}': '无法运行。{0}',
  'Commands and file tools cannot work: {0}': '命令和文件工具无法工作：{0}',
  'Ready for editors: {0} by {1}': '编辑器可以使用：{1} 的 {0}',
  'The full-screen interface is not available here. This is the chat in whole lines.':
    '此处无法使用全屏界面。这是逐行显示的聊天。',
}
