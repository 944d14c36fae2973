import type { Catalog } from '@hermes/safety/language'

/** Messages of `hermes plugins` and `hermes hooks`. */
export const plugins: Catalog = {
  Features: '功能',
  'not applicable here': '此处不适用',
  'failed: {0}': '启动失败：{0}',
  'prompt: {0}': '提示词：{0}',
  'hooks: {0}': '钩子：{0}',
  'nothing besides its own files': '除自己的文件外没有其他权限',
  commands: '命令',
  hooks: '钩子',
  servers: '服务器',
  prompt: '提示词',
  reads: '读取',
  writes: '写入',
  network: '网络',
  variables: '变量',
  processes: '进程',
  'adds to the system prompt': '追加到系统提示词',
  'starts programs with your rights: nothing confines them': '以你的权限启动程序：不受任何限制',
  'No plugin is installed.': '没有安装插件。',
  enabled: '已启用',
  'Pinned to {0}.': '已固定到 {0}。',
  'Installed {0} {1} ({2}). It may use:': '已安装 {0} {1}（{2}）。它可以使用：',
  'It is not used yet: hermes plugins enable {0}': '尚未使用：hermes plugins enable {0}',
  'Not supported here, and left out:': '此处不支持，已略去：',
  'Skills and commands with findings marked "!" are not used.': '扫描结果带“!”的技能和命令不会被使用。',
  '{0} is up to date.': '{0} 已是最新。',
  'Updated {0} to {1}.': '已将 {0} 更新到 {1}。',
  'It asks for more than before, and is not used until you agree: hermes plugins enable {0}':
    '它要求的权限比以前多，在你同意之前不会使用：hermes plugins enable {0}',
  'There is no installed plugin "{0}".': '没有安装插件“{0}”。',
  '{0} is used from now on, in a process of its own. It may use:': '从现在起使用 {0}，在单独的进程中运行。它可以使用：',
  '{0} is used from now on. It may use:': '从现在起使用 {0}。它可以使用：',
  'Its servers run with your rights, outside of the sandbox of commands.':
    '它的服务器以你的权限运行，不在命令的沙箱中。',
  '{0} is no longer used.': '不再使用 {0}。',

  // hooks
  'These commands run from now on, where the commands of the agent run:':
    '从现在起，这些命令会在智能体运行命令的地方运行：',
  'A change of its files asks again. To take it back: hermes hooks revoke {0}':
    '它的文件有变化时会再次询问。撤回：hermes hooks revoke {0}',
  'The hooks of {0} no longer run.': '{0} 的钩子不再运行。',
  'The hooks of "{0}" were not allowed.': '“{0}”的钩子没有被允许过。',
  'The hook folder {0} is not used: {1}': '未使用钩子文件夹 {0}：{1}',
  'There are no hooks: see shell_hooks in the settings.': '没有钩子：参见设置中的 shell_hooks。',
  '(waits: hermes hooks allow {0})': '（等待同意：hermes hooks allow {0}）',
  'There are no such hooks: see hermes hooks list.': '没有这样的钩子：参见 hermes hooks list。',
  'blocks: {0}': '阻止：{0}',
  'skips: {0}': '跳过：{0}',
  'rewrites: {0}': '改写：{0}',
  'changes the arguments: {0}': '修改参数：{0}',
  'adds: {0}': '添加：{0}',
}
