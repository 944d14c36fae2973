import type { Catalog } from '@hermes/safety/language'

/** What `hermes import-agent` says. */
export const otherAgents: Catalog = {
  '{0} unchanged': '未变 {0}',
  '{0} kept': '保留 {0}',
  '{0} skipped': '跳过 {0}',
  '{0} without room': '放不下 {0}',
  '{0} refused': '拒绝 {0}',
  'session {0}': '会话 {0}',
  '{0}, session {1}: {2}': '{0}，会话 {1}：{2}',
  '{0} differs from the one that is here, which stays.': '{0} 与此处的不同，保留此处的。',
  '{0} is a link, no plain file or too large: it was left out.': '{0} 是链接、不是普通文件或过大：已略去。',
  'Not imported: {0}. Keys: hermes auth add PROVIDER.': '未导入：{0}。密钥：hermes auth add PROVIDER。',
  'Not imported: {0}.': '未导入：{0}。',
  'Stopped: what was imported is kept, and a second import continues from there.':
    '已停止：保留已导入的内容，再次导入会从此处继续。',
  'It looks like an attempt to manipulate the agent, and was left out: {0}': '看起来是在试图操纵智能体，已略去：{0}',
  'No room: {0}': '放不下：{0}',
  '{0} notes': '{0} 条笔记',
  'memory.memory_char_limit and memory.user_char_limit make room: import again after raising them.':
    'memory.memory_char_limit 和 memory.user_char_limit 可腾出空间：调高后再次导入。',
  'Conversations: hermes sessions import {0}': '对话：hermes sessions import {0}',
}
