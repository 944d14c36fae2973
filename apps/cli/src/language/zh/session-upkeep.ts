import type { Catalog } from '@hermes/safety/language'

/** Import, pruning, repair and optimization of sessions. */
export const sessionUpkeep: Catalog = {
  'no session in it was recognised: Hermes reads its own exports, those of the Hermes Agent in Python, and logs of Claude Code, Codex and OpenClaw':
    '未识别出任何会话：可读取 Hermes 和 Python 版 Hermes Agent 的导出，以及 Claude Code 和 Codex 的日志',
  'Reading {0}': '正在读取 {0}',
  '{0} there already': '已有 {0}',
  '{0} without a session.': '{0}没有会话。',
  '{0}: see above.': '{0}：见上文。',
  'Ordering the search index': '正在整理搜索索引',
  'Compressing old outputs': '正在压缩旧输出',
  'Giving back room': '正在释放空间',
  'Emptying the log': '正在清空日志',
  ' {0} compressed.': '已压缩 {0}。',
  '{0} old outputs': '{0} 个旧输出',
  '{0} before, {1} now.': '之前 {0}，现在 {1}。',
  'No conversation has been idle for longer than {0}: nothing was deleted.':
    '没有闲置超过 {0} 的对话：未删除任何内容。',
  'No conversation that fits has been idle for longer than {0}: nothing was deleted.':
    '没有符合条件且闲置超过 {0} 的对话：未删除任何内容。',
  '--min-messages is larger than --max-messages: no conversation fits both.':
    '--min-messages 大于 --max-messages：没有对话同时符合两者。',
  '--{0} is empty: leave it out, or say what to look for.': '--{0} 为空：请省略它，或写明要找什么。',
  'Delete {0} permanently? (--dry-run lists them)': '永久删除 {0}吗？（--dry-run 可列出它们）',
  '{0} were deleted.': '{0}已删除。',
  '{0} would be deleted.': '{0}将会删除。',
  '{0} with {1}': '{0}，共 {1}',
  '{0} conversations': '{0} 个对话',
  Checking: '正在检查',
  'Copying the readable data': '正在复制可读数据',
  'Rebuilding the indexes': '正在重建索引',
  'Rebuilding the search index': '正在重建搜索索引',
  'Repairing references': '正在修复引用',
  'Counting again': '正在重新计数',
  'Checking again': '正在再次检查',
  'Mend it?': '修复它吗？',
  'Go on without it, and no longer report it?': '不恢复而继续，并不再报告？',
  'It cannot be repaired. To restore a backup: hermes import. To start with an empty store, move the file away.':
    '无法修复。恢复备份：hermes import。如要从空存储开始，请移走该文件。',
  'The session store is intact: {0}.': '会话存储完好：{0}。',
  'The session store is intact.': '会话存储完好。',
  ' (cannot be mended)': '（无法修复）',
  'Recovered: {0}, {1}.': '已恢复：{0}，{1}。',
  'The damaged file is kept: {0}': '损坏的文件已保留：{0}',
  '{0} This is not reported again.': '{0}此问题不会再次报告。',
  '{0} repaired, {1} left.': '已修复 {0}，剩余 {1} 个。',
}
