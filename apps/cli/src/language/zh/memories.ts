import type { Catalog } from '@hermes/safety/language'

/** Messages of `hermes memory` and `hermes journey`. */
export const memories: Catalog = {
  '{0} % of {1} characters used': '已用 {1} 个字符的 {0} %',
  'Archived to make room: {0}': '为腾出空间已归档：{0}',
  'Saved: {0}.': '已保存：{0}。',
  'Nothing to change: {0}.': '没有需要更改的：{0}。',
  'There are no changes yet.': '还没有变更。',
  '(empty)': '（空）',
  'There are no entries.': '没有条目。',
  'No changes wait for approval.': '没有等待审批的变更。',
  '{0} applied.': '已应用 {0}。',
  '{0} dropped.': '已丢弃 {0}。',
  '{0} changes': '{0} 项变更',
  '{0}, after reading {1}': '{0}，读过 {1} 之后',

  // Long-term memory.
  'notes in files of the home, by the program brv': '主目录文件中的笔记，由程序 brv 管理',
  'facts, in a service or a server of your own': '事实，存于服务或你自己的服务器',
  'messages and what follows from them, in a service or a server of your own': '消息及其推论，存于服务或你自己的服务器',
  'statements in the session store, without a service or a model': '会话存储中的陈述，不需要服务或模型',
  'facts, in a service': '事实，存于服务',
  'facts in files of the home, by the package mem0ai': '主目录文件中的事实，由软件包 mem0ai 管理',
  'facts and preferences, in a server of your own': '事实和偏好，存于你自己的服务器',
  '; {0} is set': '；{0} 已设置',
  '; {0} is not set': '；{0} 未设置',
  'To choose one: hermes memory setup PROVIDER [OPTION=VALUE...]':
    '选择：hermes memory setup PROVIDER [OPTION=VALUE...]',
  'The provider failed: {0}': '提供商失败：{0}',
  'It answered after {0} s, and an answer waits at most {1} s for it. To wait longer: hermes config set memory.prefetch_timeout {2}':
    '它在 {0} 秒后应答，而回答最多等待它 {1} 秒。延长等待：hermes config set memory.prefetch_timeout {2}',
  'There is no long-term memory beside the files any more. What it knows is kept.':
    '除文件外不再有长期记忆。它已知的内容会保留。',

  // journey
  user: '用户资料',
  'Nothing was learned yet.': '还没有学到任何内容。',
  'Taken back.': '已撤销。',
  'Changed.': '已更改。',
  'Deleted. `hermes journey` lists the deletion, which can be undone.':
    '已删除。`hermes journey` 会列出此次删除，可以撤销。',
}
