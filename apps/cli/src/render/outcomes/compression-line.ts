import type { CompressionOutcome } from '@hermes/core'
import { formatCount, formatDuration } from '../text/format.js'
import { oneLine } from '../text/safe-text.js'
import type { Style } from '../text/style.js'

/** Renders the outcome of a compression as whole lines. */
export function compressionLine(outcome: CompressionOutcome, style: Style): string {
  const { t } = style
  if (outcome.status !== 'compressed') {
    const reason = t`Not compressed: ${oneLine(t.of(outcome.reason))}`
    return `${outcome.status === 'failed' ? style.warning(`! ${reason}`) : style.muted(reason)}\n`
  }
  const { tokensBefore, tokensAfter, durationMs, notice } = outcome
  const [before, after] = [tokensBefore, tokensAfter].map((tokens) => formatCount(Math.round(tokens)))
  const percent = Math.round(100 * (1 - tokensAfter / Math.max(tokensBefore, 1)))
  const line = t`Compressed: ${before ?? ''} → ${after ?? ''} tokens (${percent} % less) in ${formatDuration(durationMs)}`
  return `${style.muted(line)}\n${notice === undefined ? '' : `${style.warning(`! ${oneLine(t.of(notice))}`)}\n`}`
}
