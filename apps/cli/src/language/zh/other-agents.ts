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
  'No room for {0} more.': '另有 {0} 条放不下。',
  'The agent {0} of OpenClaw has no workspace in {1}.': 'OpenClaw 的智能体 {0} 在 {1} 中没有工作区。',
  'The skill {0} was left out: its scan says dangerous ({1}).': '技能 {0} 已略去：扫描结果为危险（{1}）。',
  'The skill {0} needs a look ({1}): read it, then run hermes skills install {2}':
    '技能 {0} 需要查看（{1}）：请先阅读，再运行 hermes skills install {2}',
  '--agent only applies to openclaw: omit it.': '--agent 仅适用于 openclaw：请省略。',
  'OpenClaw has no agent "{0}": name one of {1} with --agent.':
    'OpenClaw 没有智能体“{0}”：请用 --agent 指定 {1} 之一。',
  '{0} cannot be read ({1}): correct it, then import again.': '无法读取 {0}（{1}）：请更正后再次导入。',
  'line {0}: {1}': '第 {0} 行：{1}',
  'it is no object': '它不是对象',
  'it is nested too deeply': '嵌套过深',
  'there is no value': '缺少值',
  'there is no name': '缺少名称',
  'there is no colon after a name': '名称后缺少冒号',
  'there is no comma between two members': '两个成员之间缺少逗号',
  'there is no comma between two items': '两个元素之间缺少逗号',
  'there is more than one value': '有多个值',
  'What was here before is saved. To restore it: hermes import {0}': '之前的内容已保存。要恢复：hermes import {0}',
  '{0} notes': '{0} 条笔记',
  'memory.memory_char_limit and memory.user_char_limit make room: import again after raising them.':
    'memory.memory_char_limit 和 memory.user_char_limit 可腾出空间：调高后再次导入。',
  'Conversations: hermes sessions import {0}': '对话：hermes sessions import {0}',
}
