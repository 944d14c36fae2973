import type { Catalog } from '@hermes/safety/language'

/** Answers of the table of slash commands, and their help. */
export const commandLines: Catalog = {
  '"{0}" is not a valid command name: use a-z, 0-9 and "-".': '“{0}”不是有效的命令名：请使用 a-z、0-9 和“-”。',
  '/{0} is only available in: {1}.': '/{0} 仅可用于：{1}。',
  '/{0} needs the role "{1}".': '/{0} 需要角色“{1}”。',
  '/{0} could be {1}.': '/{0} 可能是 {1}。',
  'There is no command /{0}.{1} /help lists them.': '没有命令 /{0}。{1}/help 可列出所有命令。',
  'Did you mean {0}?': '是不是想输入 {0}？',
  'The arguments of /{0} are longer than 1 MB.': '/{0} 的参数超过 1 MB。',
  'Skills are switched off by the settings.': '技能已在设置中关闭。',
  'Confirm with `{0}`.': '用 `{0}` 确认。',
  'Send `{0}`.': '发送 `{0}`。',
  'The command returned an outcome of the unknown type "{0}".': '命令返回了未知类型“{0}”的结果。',
  'Quick commands that run a command line cannot run here.': '此处无法运行执行命令行的快捷命令。',
  'A message starts at most {0} skills: {1} were named.': '一条消息最多启动 {0} 个技能：指定了 {1} 个。',
  'The rest of the output was omitted.': '其余输出已省略。',

  // Help.
  Command: '命令',
  Description: '说明',
  'There is no command /{0} here. /help lists them.': '此处没有命令 /{0}。/help 可列出所有命令。',
  '`{0}`: {1}.': '`{0}`：{1}。',
  'Also {0}.': '别名：{0}。',
  'For {0}.': '适用于：{0}。',
  'It {0}.': '{0}。',
  'runs immediately, even during a turn': '立即运行，一轮进行中也可以',
  'waits for the end of a running turn': '等待正在运行的一轮结束',
  'is rejected during a turn': '一轮进行中会被拒绝',
  'It asks for confirmation; {0} at the end of the line confirms it.': '需要确认；行末加 {0} 可直接确认。',
  'Alt+Enter, Ctrl+J or a trailing \\ begin a new line. Ctrl+C interrupts or clears, Ctrl+D leaves.':
    'Alt+Enter、Ctrl+J 或行末的 \\ 换行。Ctrl+C 中断或清空，Ctrl+D 退出。',
  'There are {0} pages: /commands 1 shows the first one.': '共 {0} 页：/commands 1 显示第一页。',
  '{0} more are of skills, plugins and the settings: /commands lists all.':
    '另有 {0} 条命令来自技能、插件和设置：/commands 列出全部。',
  'Page {0} of {1}.{2}': '第 {0} 页，共 {1} 页。{2}',
  '/commands {0} shows the next one.': '/commands {0} 显示下一页。',
}
