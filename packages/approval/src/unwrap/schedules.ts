import { type Data, withText } from '../words/data.js'
import type { Inner, Unwrap } from '../words/invocation.js'
import { readArguments } from '../words/options.js'

const schedule = /^[^\S\n]*(?:@\w+|(?:[^\s#]+[^\S\n]+){4}[^\s#]+)[^\S\n]+(.+)$/gm
const scripts = /^[^\S\n]{0,40}(?:pre|post|first|last)(?:rotate|action)\b[^\n]{0,200}\n([\s\S]{0,4000}?)\bendscript\b/gm

/** Unwraps the commands of a crontab: a file that the command wrote, or standard input. */
const unwrapCrontab: Unwrap = ({ argv, stdin }, { readFile }) => {
  const { operands } = readArguments(argv.slice(1), { short: 'u' })
  const [file] = operands
  const table = file === undefined || file.text === '-' ? stdin : readFile(file)
  return table ? matches(table, schedule) : []
}

/** Unwraps the scripts in logrotate settings that the command wrote. */
const unwrapLogrotate: Unwrap = ({ argv }, { readFile }) =>
  readArguments(argv.slice(1), { short: 'sml', long: ['state', 'mail', 'log'] }).operands.flatMap((file) => {
    const settings = readFile(file)
    return settings ? matches(settings, scripts) : []
  })

function matches(data: Data, pattern: RegExp): Inner[] {
  return [...data.text.matchAll(pattern)].map(([, text = '']) => ({ kind: 'shell', program: withText(data, text) }))
}

/** Programs that run commands from a file later. */
export const scheduleUnwraps: Readonly<Record<string, Unwrap>> = {
  crontab: unwrapCrontab,
  fcrontab: unwrapCrontab,
  logrotate: unwrapLogrotate,
}
