import type { Catalog } from '@hermes/safety/language'

/** Messages of `hermes backup` and `hermes import`. */
export const backups: Catalog = {
  'its own tools': '它自己的工具',
  'The sessions are in {0} and not in this backup: back them up with {1}.':
    '会话在 {0} 中，不在此备份里：请用 {1} 备份。',
  'Sessions: {0}': '会话：{0}',
  'Backup: {0} of {1}': '备份：{0}/{1}',
  'Left out: {0} ({1})': '已略去：{0}（{1}）',
  '{0}, {1}.': '{0}，{1}。',
  '{0}, {1}, without keys and logins.': '{0}，{1}，不含密钥和登录。',
  'Deleted {0}.': '已删除 {0}。',
  '{0} older backups': '{0} 个旧备份',
  'differs from another one only in case': '与另一个仅大小写不同',
  'its name {0}': '其名称{0}',
  'it links to nothing': '链接没有目标',
  'it does not link to a file': '链接的目标不是文件',
  'it went away': '已消失',
  'Unpacking: {0} of {1}': '正在解包：{0}/{1}',
  '{0} exists already. Replace it?': '{0} 已存在。要替换它吗？',
  'Restore it?': '恢复它吗？',
  'Nothing was changed: this was a dry run.': '未更改任何内容：这是试运行。',
  '{0} restored.': '已恢复 {0}。',
  'The replaced data is kept: {0}': '被替换的数据已保留：{0}',
  'This home keeps its sessions in {0}: those of the backup are restored to state.db, which is not read.':
    '此主目录的会话存于 {0}：备份中的会话会恢复到 state.db，而它不会被读取。',
  'keys and logins included': '含密钥和登录',
  'keys and logins not included': '不含密钥和登录',
  'the sessions alone': '仅会话',
  'A backup from {0}, by Hermes {1}: {2}, {3}.': '{0}的备份，由 Hermes {1} 创建：{2}，{3}。',
  'Replaces {0}.': '会替换 {0}。',
  'Brings {0}.': '会新增 {0}。',
  'Sessions: {0} in the backup, {1} of them not here.': '会话：备份中有 {0} 个，其中 {1} 个此处没有。',
  '{0} of this home will be lost: {1}.': '此主目录的 {0}将丢失：{1}。',
}
