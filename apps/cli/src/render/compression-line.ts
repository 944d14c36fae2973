import type { CompressionOutcome } from '@hermes/core'
import { formatCount, formatDuration } from './format.js'
import { oneLine } from './safe-text.js'
import type { Style } from './style.js'

/** The status line during a compression. */
export const compressing = 'compressing the conversation'

/** The outcome, as whole lines. */
export function compressionLine(outcome: CompressionOutcome, style: Style): string {
  if (outcome.status !== 'compressed') {
    const reason = `Not compressed: ${oneLine(outcome.reason)}`
    return `${outcome.status === 'failed' ? style.yellow(`! ${reason}`) : style.dim(reason)}\n`
  }
  const { tokensBefore, tokensAfter, durationMs, notice } = outcome
  const sizes = `${formatCount(Math.round(tokensBefore))} → ${formatCount(Math.round(tokensAfter))} tokens`
  const percent = Math.round(100 * (1 - tokensAfter / Math.max(tokensBefore, 1)))
  const line = `Compressed: ${sizes} (${percent} % less) in ${formatDuration(durationMs)}`
  return `${style.dim(line)}\n${notice === undefined ? '' : `${style.yellow(`! ${oneLine(notice)}`)}\n`}`
}
