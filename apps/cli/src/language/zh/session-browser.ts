import type { Catalog } from '@hermes/safety/language'

/** The interactive list of sessions. */
export const sessionBrowser: Catalog = {
  'type to filter by title, id, folder or text': '输入以按标题、ID、文件夹或内容筛选',
  '(archived) ': '（已归档）',
  '↵ resume · a bring back · r rename · e export · d delete · / filter · q quit':
    '↵ 继续 · a 恢复 · r 改名 · e 导出 · d 删除 · / 筛选 · q 退出',
  '↵ resume · a archive · r rename · e export · d delete · / filter · q quit':
    '↵ 继续 · a 归档 · r 改名 · e 导出 · d 删除 · / 筛选 · q 退出',
  '↑↓ select · ↵ resume · tab commands · esc quit': '↑↓ 选择 · ↵ 继续 · tab 命令 · esc 退出',
  'Delete "{0}" and its {1} permanently? [y/N]': '永久删除“{0}”及其 {1}吗？[y/N]',
  'Title: ': '标题：',
  'Write to (.md, .html, .jsonl): ': '写入（.md、.html、.jsonl）：',
  'Archived: hidden from lists. `a` unarchives it.': '已归档：不在列表中显示。`a` 可取消归档。',
  'Unarchived.': '已取消归档。',
  'It is now "{0}".': '现在是“{0}”。',
  'Deleted: {0}': '已删除：{0}',
  'Written: {0}': '已写入：{0}',
  'the file exists already': '文件已存在',
}
