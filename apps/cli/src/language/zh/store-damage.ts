import type { Catalog } from '@hermes/safety/language'

/** Damage to a session store, and what a repair could not save. */
export const storeDamage: Catalog = {
  '{0} values of {1} are damaged.': '{1} 中有 {0} 个值损坏。',
  'SQLite: {0}, and {1} more findings.': 'SQLite：{0}，另有 {1} 项发现。',
  'The file header is damaged.': '文件头损坏。',
  'The write-ahead log is damaged from page {0}: {1} written pages are lost.':
    '预写日志从第 {0} 页起损坏：丢失 {1} 个已写入的页。',
  'The file cannot be read completely: {0}.': '无法完整读取文件：{0}。',
  '{0} rows of {1} belong to a session that does not exist.': '{1} 中有 {0} 行属于不存在的会话。',
  'The search index {0} does not match the messages.': '搜索索引 {0} 与消息不一致。',
  'Session {0} has {1} messages but counts {2}, or its tool calls are miscounted.':
    '会话 {0} 有 {1} 条消息，但计数为 {2}，或工具调用计数有误。',
  'The Hermes application id in the file header is damaged.': '文件头中的 Hermes 应用标识损坏。',
  "The {0} {1} is missing or differs from this version's.": '{0} {1} 缺失，或与此版本的不同。',
  'The {0} {1} does not belong to Hermes.': '{0} {1} 不属于 Hermes。',
  'The write-ahead log belongs to another file.': '预写日志属于另一个文件。',
  'The write-ahead log belonged to another file and is kept as {0}.': '预写日志属于另一个文件，已保留为 {0}。',
  'The disk is full: conversations can be read, and nothing is stored.': '磁盘已满：可以读取会话，但不会保存任何内容。',
  'The file is empty.': '文件为空。',
  'The file is empty, but contained {0}.': '文件为空，但曾含有 {0}。',
  'The file cannot be read: {0}.': '无法读取文件：{0}。',
  'The stored {0} was changed by damage.': '存储的 {0} 因损坏而改变。',
  'The stored {0} was damaged, and is kept as far as it can be read.': '存储的 {0} 已损坏，保留了可读取的部分。',
  '{0} more rows of {1} were damaged.': '{1} 中另有 {0} 行损坏。',

  // What a repair lost.
  'The record of session {0} was lost and was recreated from its messages.': '会话 {0} 的记录丢失，已根据其消息重建。',
  '{0} sessions lost the link to a parent that does not exist.': '{0} 个会话失去了指向不存在的上级会话的链接。',
  '{0} rows of {1} belonged to no session and were deleted.': '{1} 中有 {0} 行不属于任何会话，已删除。',
  '{0} pages of the write-ahead log were damaged.': '预写日志中有 {0} 页损坏。',
  '{0} pages of {1} could not be read.': '{1} 中有 {0} 页无法读取。',
  '{0} rows of {1} could not be read.': '{1} 中有 {0} 行无法读取。',
  '{0} damaged rows of {1} were kept.': '保留了 {1} 中 {0} 个损坏的行。',
  '{0} of {1} messages of session {2} are lost.': '会话 {2} 的 {1} 条消息中丢失了 {0} 条。',
}
