import type { Catalog } from '@hermes/safety/language'

/** Help, the command line, and the reports of errors. */
export const program: Catalog = {
  'Usage: {0} [command] [options]': '用法：{0} [命令] [选项]',
  'Usage: {0} [options]': '用法：{0} [选项]',
  'Usage: {0} {1} <command> [options]': '用法：{0} {1} <命令> [选项]',
  '{0}.': '{0}。',
  'Commands:': '命令：',
  'Options:': '选项：',
  'Examples:': '示例：',
  'Exit codes: 0 ok, 1 failed, 2 wrong usage, 130 interrupted.': '退出码：0 成功，1 失败，2 用法错误，130 被中断。',
  'Try: {0}': '请尝试：{0}',
  '  caused by: {0}': '  原因：{0}',
  'An unknown error occurred.': '发生未知错误。',
  ' Did you mean `{0}`?': '是不是想输入 `{0}`？',

  'There is no command "{0}". To ask the agent: {1} -q "TEXT".': '没有命令“{0}”。要向智能体提问：{1} -q "TEXT"。',
  'needs a command': '需要一个子命令',
  'has no command "{0}"': '没有子命令“{0}”',
  '`{0} {1}` {2}. There are: {3}.': '`{0} {1}` {2}。可用的有：{3}。',
  '`{0}` has no option {1}.': '`{0}` 没有选项 {1}。',
  'There is no option {0}.': '没有选项 {0}。',
  '{0} takes no value.': '{0} 不接受值。',
  '{0} needs a value: {1} {2}.': '{0} 需要一个值：{1} {2}。',
  '{0} takes {1}, not "{2}".': '{0} 的取值为 {1}，而不是“{2}”。',
  '{0} takes an amount of at least 0, such as 0.50, not "{1}".': '{0} 需要不小于 0 的金额，例如 0.50，而不是“{1}”。',
  '{0} takes a whole number of at least 0, not "{1}".': '{0} 需要不小于 0 的整数，而不是“{1}”。',
  'An argument is missing: {0}.': '缺少参数：{0}。',
  '"{0}" is one word too many: {1}.{2}': '“{0}”多余：{1}。{2}',
  ' To ask the agent: {0} -q "TEXT".': '要向智能体提问：{0} -q "TEXT"。',
  '{0} takes a span such as 90d, 12h or 2w, not "{1}".': '{0} 需要时间跨度，例如 90d、12h 或 2w，而不是“{1}”。',
  '{0} takes a span such as 7d or 12h, or a date such as 2026-03-14, not "{1}".':
    '{0} 需要时间跨度（例如 7d、12h）或日期（例如 2026-03-14），而不是“{1}”。',
}
