import type { Catalog } from '@hermes/safety/language'

/** Messages of the commands `config`, `curator`, `fallback`, `model` and `status`. */
export const commands: Catalog = {
  // config
  '{0} is fine.': '{0} 没有问题。',
  error: '错误',
  warning: '警告',
  '{0} was not set.': '{0} 未设置。',
  'Removed {0} from {1}.': '已从 {1} 中移除 {0}。',
  '{0} is still set and will be used with the new provider. If it belongs to the previous one: hermes config unset {1}':
    '{0} 仍有设置，并会用于新的提供商。如果它属于之前的提供商：hermes config unset {1}',
  'There are no texts in "{0}": English is shown.': '没有“{0}”的文本：显示英文。',
  'There is no terminal to edit on.': '没有可编辑的终端。',
  'The editor failed: nothing was saved. Set EDITOR to another one.':
    '编辑器失败：未保存任何内容。请将 EDITOR 设为其他编辑器。',
  'Saved {0}.': '已保存 {0}。',
  'Nothing was saved. Edit it again?': '未保存任何内容。重新编辑吗？',
  "{0} cannot be written: check the folder's permissions and the free space.":
    '无法写入 {0}：请检查文件夹权限和剩余空间。',
  'remove {0}': '移除 {0}',
  'move   {0} to {1}': '移动 {0} 到 {1}',
  'rewrite {0}': '改写 {0}',
  'set    {0} to {1}': '设置 {0} 为 {1}',
  'keep   {0}: {1}': '保留 {0}：{1}',
  'There is nothing to migrate.': '没有可迁移的内容。',
  'Hermes or a part of it does not start until you have corrected that: hermes config edit':
    '在更正之前，Hermes 或其中一部分无法启动：hermes config edit',
  'Restart the gateway (process {0}) to apply it: hermes gateway restart':
    '请重启网关（进程 {0}）以使其生效：hermes gateway restart',
  'Restart the gateway (process {0}) to apply {1}: hermes gateway restart':
    '请重启网关（进程 {0}）以应用 {1}：hermes gateway restart',
  'Nothing changes for the gateway that runs (process {0}).': '对正在运行的网关（进程 {0}）没有任何影响。',
  'The gateway that runs (process {0}) applies it within seconds.': '正在运行的网关（进程 {0}）会在几秒内应用更改。',
  '{0} is set, but {1} is not connected: {2}': '{0} 已设置，但 {1} 未连接：{2}',
  '{0} is set, but {1} is not connected, because the settings have no platforms.{2}.{3}. To do without it, set platforms.{4}.enabled to false.':
    '{0} 已设置，但 {1} 未连接，因为设置中没有 platforms.{2}.{3}。如果不需要它，请将 platforms.{4}.enabled 设为 false。',
  'Changed {0}. The previous one is in backups/config.': '已更改 {0}。之前的版本在 backups/config 中。',

  // curator
  'The curator is paused: hermes curator resume': '技能整理已暂停：hermes curator resume',
  'The home has no skills.': '主目录中没有技能。',
  '{0}  {1} uses, last {2}  ({3})': '{0}  使用 {1} 次，最近 {2}  （{3}）',
  '{0}  archived {1}': '{0}  归档于 {1}',
  'archived by the next run': '下次运行时归档',
  active: '在用',
  stale: '闲置',
  pinned: '已固定',
  installed: '已安装',
  yours: '你的',
  'Would be archived: {0}': '将会归档：{0}',
  'Archived: {0}': '已归档：{0}',
  'No skill is due.': '没有需要归档的技能。',
  'To bring one back: hermes curator restore NAME': '恢复技能：hermes curator restore NAME',
  'No two skills seem to be about the same.': '没有内容相似的技能。',
  'To merge two: /refine the one to keep by the other, then hermes curator archive the other.':
    '合并两个技能：用 /refine 以另一个完善要保留的，再用 hermes curator archive 归档另一个。',
  'Archived {0}. To bring it back: hermes curator restore {1}': '已归档 {0}。恢复：hermes curator restore {1}',
  'Brought {0} back.': '已恢复 {0}。',
  'No skill was archived.': '没有归档过技能。',
  'Paused: runs archive nothing until hermes curator resume.':
    '已暂停：在 hermes curator resume 之前不会归档任何技能。',
  'The curator is not paused.': '技能整理没有暂停。',
  'Runs archive skills again.': '整理运行会重新归档技能。',
  'Saved in {0}. Never archived by a run: {1}.': '已保存到 {0}。永不归档：{1}。',
  'Unpinned: {0}.': '已取消固定：{0}。',
  'They were not pinned.': '它们没有被固定。',

  // fallback
  'There is no fallback. To add one: hermes fallback add PROVIDER':
    '没有备用提供商。添加：hermes fallback add PROVIDER',
  'There is no fallback now.': '现在没有备用提供商。',
  'The chain has no "{0}": hermes fallback list shows it.': '备用链中没有“{0}”：用 hermes fallback list 查看。',
  'its default model': '默认模型',

  // model
  provider: '提供商',
  context: '上下文',
  output: '输出',
  '$ in': '$ 输入',
  '$ out': '$ 输出',
  reasoning: '推理',
  vision: '视觉',
  'no tools': '无工具',
  'The model is {0} (saved in {1}).': '模型为 {0}（已保存到 {1}）。',
  'The name of the model is empty.': '模型名称为空。',
  'There is no terminal to choose on: name the model, as in hermes model MODEL --provider NAME.':
    '没有可供选择的终端：请给出模型，例如 hermes model MODEL --provider NAME。',
  'No models are known of this provider: name one, as in hermes model MODEL.':
    '不知道此提供商有哪些模型：请给出一个，例如 hermes model MODEL。',
  'Which model for {0}? (Escape keeps the current one)': '为 {0} 选择模型（Esc 保留当前模型）',
  'That of the conversation': '对话的模型',
  'The model for {0} is that of the conversation (saved in {1}).': '{0} 使用对话的模型（已保存到 {1}）。',
  'The model for {0} is {1} (saved in {2}).': '{0} 的模型为 {1}（已保存到 {2}）。',
  'There is no side task "{0}".{1} Known: {2}.': '没有名为“{0}”的辅助任务。{1} 已知：{2}。',
  'Which model? (Escape keeps the current one)': '选择模型（Esc 保留当前模型）',
  '{0} has no known model of that name.{1}': '{0} 没有已知的同名模型。{1}',
  'No models are known. Try: hermes models --refresh': '没有已知的模型。请尝试：hermes models --refresh',
  'As of {0}, prices in USD per million tokens.': '截至 {0}，价格为每百万 token 的美元数。',
  'For the newest ones, and all: hermes models --refresh': '获取最新的完整列表：hermes models --refresh',

  // status
  none: '无',
  Answers: '能应答',
  'no. {0}': '否。{0}',
  Keys: '密钥',
  Fallback: '备用',
  'MCP servers': 'MCP 服务器',
  Sandbox: '沙箱',
  Questions: '问题',
  'none: a stand-in answers. To set one up: hermes setup': '无：由离线替身应答。设置模型：hermes setup',
  '{0} available, {1} unavailable, {2} off': '{0} 个可用，{1} 个不可用，{2} 个已关闭',
  '{0} questions': '{0} 个问题',
  '{0} open: hermes questions list': '{0}待回答：hermes questions list',
}
