import { write } from '../../io.js'
import { safeText } from '../../render/safe-text.js'
import { createStyle, type Style, wantsColor } from '../../render/style.js'
import type { HomeOptions } from '../../setup/open-home.js'
import type { CheckResult } from './check.js'

/** Prints what was found, for people. */
export async function writeResults(results: readonly CheckResult[], { io, values }: HomeOptions): Promise<void> {
  const style = createStyle(
    wantsColor({ stream: io.stdout, env: io.env, isRefused: values['no-color'] === true }),
    io.t,
  )
  await write(io.stdout, results.map((result) => toLines(result, style)).join(''))
}

function toLines({ level, title, text, fix }: CheckResult, style: Style): string {
  const marks = { ok: style.success('ok     '), warning: style.warning('warning'), error: style.error('error  ') }
  const line = `${marks[level]}  ${title.padEnd(12)} ${safeText(text)}\n`
  return level === 'ok' || fix === undefined ? line : `${line}${' '.repeat(22)}${style.muted(safeText(fix))}\n`
}
