import type { Catalog } from '@hermes/safety/language'

/** Answers of commands about files, settings, skills and tools. */
export const workspace: Catalog = {
  '`{0}` was not set.': '`{0}` 原本没有设置。',
  'Write /config set KEY VALUE, or /config unset KEY.': '请写 /config set KEY VALUE，或 /config unset KEY。',
  'Nothing has changed.': '没有变化。',
  'Nothing has changed since.': '此后没有变化。',
  'No checkpoints are taken here: see the setting `checkpoints.enabled`. Home and temp folders have none.':
    '此处不创建检查点：见设置 `checkpoints.enabled`。主目录和临时文件夹没有检查点。',
  'There is no such checkpoint. /rollback lists them; /rollback 1 goes back to the newest.':
    '没有这个检查点。/rollback 列出检查点；/rollback 1 回到最新的。',
  'There is no checkpoint yet: one is created before the first change of each turn.':
    '还没有检查点：每轮首次更改前会创建一个。',
  '/rollback n goes back, /rollback diff n shows what has changed since.':
    '/rollback n 回退，/rollback diff n 显示此后的改动。',
  'The files already match the checkpoint: nothing was changed.': '文件与检查点一致：没有更改。',
  'The agent does not know about this unless you tell it. /rollback 1 undoes it.':
    '除非你告诉智能体，否则它不知道此事。/rollback 1 可撤销。',
  'There is no setting {0}.': '没有设置 {0}。',
  'Every setting has its default.': '所有设置均为默认值。',
  'The settings stay as they were: {0}': '设置保持不变：{0}',
  'Changed from the next turn on: {0}.{1}': '从下一轮起更改：{0}。{1}',
  'There are no skills.': '没有技能。',
  'No skill fits "{0}".': '没有与“{0}”匹配的技能。',
  'There are no bundles of skills.': '没有技能包。',
  'Added: {0}.': '新增：{0}。',
  'Removed: {0}.': '移除：{0}。',
  'There are {0} skills.': '共有 {0} 个技能。',
  'There are no tools.': '没有工具。',
  'No tool is called "{0}".': '没有名为“{0}”的工具。',
  'The session keeps the tools that it started with.': '会话保留它开始时的工具。',
  'A session keeps its tools: use /new, then /toolsets.': '会话的工具不可更改：请先 /new，再 /toolsets。',
  'Choosing toolsets needs the role "admin".': '选择工具集需要角色“admin”。',
  'Toolsets: {0}.': '工具集：{0}。',
  'Chosen for this session: {0}.': '本会话选用：{0}。',
}
