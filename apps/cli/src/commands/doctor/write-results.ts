import type { Translate } from '@hermes/safety/language'
import { write } from '../../io.js'
import { safeText } from '../../render/text/safe-text.js'
import { createStyle, type Style, wantsColor } from '../../render/text/style.js'
import { padded } from '../../render/text/text-width.js'
import type { HomeOptions } from '../../setup/open-home.js'
import type { CheckResult } from './check.js'

/** Prints the findings for people. */
export async function writeResults(results: readonly CheckResult[], { io, values }: HomeOptions): Promise<void> {
  const style = createStyle(
    wantsColor({ stream: io.stdout, env: io.env, isRefused: values['no-color'] === true }),
    io.t,
  )
  await write(io.stdout, results.map((result) => toLines(result, style)).join(''))
}

function toLines({ level, title, text, fix }: CheckResult, style: Style): string {
  const paint = { ok: style.success, warning: style.warning, error: style.error }[level]
  const mark = paint(padded(levelName(level, style.t), 7))
  const line = `${mark}  ${padded(title, 12)} ${safeText(text)}\n`
  return level === 'ok' || fix === undefined ? line : `${line}${' '.repeat(22)}${style.muted(safeText(fix))}\n`
}

/** Returns the word for the severity of a finding. */
export function levelName(level: CheckResult['level'], t: Translate): string {
  return { ok: t`ok`, warning: t`warning`, error: t`error` }[level]
}
