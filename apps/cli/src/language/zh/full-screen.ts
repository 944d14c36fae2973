import type { Catalog } from '@hermes/safety/language'

/** The full-screen interface. */
export const fullScreen: Catalog = {
  // The status, above and below the input.
  'Esc interrupts': 'Esc 中断',
  'Esc interrupts, Ctrl+T: sub-agents': 'Esc 中断，Ctrl+T：子代理',
  writing: '正在回答',
  compressing: '正在压缩',
  'waiting for you': '等待你回答',
  '{0} of {1} tokens{2}': '{0} / {1} token{2}',
  '{0} queued': '{0} 条排队',
  '{0} running': '{0} 个运行中',
  '{0} unread': '{0} 个未读',
  '{0} waiting for you': '{0} 个等待你回答',
  '{0} other sessions': '另有 {0} 个会话',

  // The transcript.
  'Earlier messages: /history all': '更早的消息：/history all',
  'Earlier messages are in the session.': '更早的消息在会话中。',
  'Without an answer until {0}, it does not run.': '若到 {0} 仍无回答，则不运行。',
  'Without an answer until {0}, the agent decides.': '若到 {0} 仍无回答，则由智能体决定。',
  'not allowed': '未获允许',
  'not allowed: {0}': '未获允许：{0}',
  'It needs an approval, and there is no one to ask.': '需要批准，但没有人可问。',
  'It needs an approval, and nobody answered in time.': '需要批准，但没有人及时回答。',
  'It needs an approval, and the question was withdrawn.': '需要批准，但问题已撤回。',
  '… {0} more lines (Ctrl+O)': '… 还有 {0} 行（Ctrl+O）',
  'Compressed {0} to {1} tokens.': '已从 {0} 压缩到 {1} token。',
  'The turn failed.': '本轮失败。',
  'The prompt was refused.': '消息被拒绝。',
  'The connection to the server is lost. Connecting again …': '与服务器的连接已断开，正在重新连接…',
  'Connected again.': '已重新连接。',

  // The search.
  'find text in the messages shown': '在显示的消息中查找文字',
  'Find: ': '查找：',
  'Nothing was found.': '没有找到。',
  'Match {0} of {1}': '第 {0} 个匹配，共 {1} 个',
  '↑↓: choose': '↑↓：选择',
  'Enter: show': 'Enter：显示',
  'n, N: next, previous': 'n、N：下一个、上一个',

  'Earlier prompts': '之前的输入',

  // Questions.
  'Run {0}?': '运行 {0} 吗？',
  'Run {0}? in {1}': '在 {1} 中运行 {0} 吗？',
  Once: '仅此一次',
  'For this session': '本会话内',
  Always: '始终',
  No: '否',
  Yes: '是',
  'Yes, and do not ask again': '是，且不再询问',
  'Choose, or type why it must not run.': '请选择，或输入不运行的原因。',
  'Choose, or type an answer.': '请选择，或输入回答。',
  'Let the agent decide': '由智能体决定',
  '{0} (current)': '{0}（当前）',

  // Sessions.
  Sessions: '会话',
  'Session {0}': '会话 {0}',
  'New session': '新会话',
  'Begin a new session': '开始新会话',
  shown: '当前显示',
  unread: '未读',
  'stored, {0}': '已存储，{0}',

  // Sub-agents.
  'Sub-agents': '子代理',
  'Sub-agents …': '子代理…',
  'No sub-agent is running.': '没有子代理在运行。',
  'End it, with its own sub-agents? y: yes · n: no': '结束它和它的子代理吗？y：是 · n：否',
  'Tell it: ': '告诉它：',
  'Told the sub-agent "{0}": {1}': '已告知子代理“{0}”：{1}',
  's: steer': 's：引导',
  'p: pause': 'p：暂停',
  'p: resume': 'p：继续',
  'k: end': 'k：结束',
  '↑↓: scroll': '↑↓：滚动',
  'Enter: transcript': 'Enter：对话',
  'Esc: back': 'Esc：返回',
  'Esc: close': 'Esc：关闭',
}
