import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { write, writeLine } from '../../io.js'
import { safeText } from '../../render/safe-text.js'
import { createStyle, type Style, wantsColor } from '../../render/style.js'
import { findHome } from '../../setup/open-home.js'
import type { CheckResult } from './check.js'
import { checks } from './checks.js'
import { fixHome } from './fix-home.js'
import { runChecks } from './run-checks.js'

/** `hermes doctor [--fix]`: exit code 1 when Hermes cannot work in its current state. */
export const doctor: CommandHandler = async ({ io, values }) => {
  if (values.fix) for (const sentence of await fixHome(findHome({ io, values }))) await writeLine(io.stderr, sentence)
  const results = await runChecks(checks, { io, values })
  const style = createStyle(wantsColor({ stream: io.stdout, env: io.env, isRefused: values['no-color'] === true }))
  if (values.json) await writeLine(io.stdout, JSON.stringify(results, undefined, 2))
  else await write(io.stdout, results.map((result) => toLines(result, style)).join(''))
  return results.some(({ level }) => level === 'error') ? exitCode.failed : exitCode.ok
}

function toLines({ level, title, text, fix }: CheckResult, style: Style): string {
  const marks = { ok: style.green('ok     '), warning: style.yellow('warning'), error: style.red('error  ') }
  const line = `${marks[level]}  ${title.padEnd(12)} ${safeText(text)}\n`
  return level === 'ok' || fix === undefined ? line : `${line}${' '.repeat(22)}${style.dim(safeText(fix))}\n`
}
