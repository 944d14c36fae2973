import { promptTokens, type SessionRecord } from '@hermes/core'
import { type CompressionRecord, compressionOf } from '@hermes/core/sessions'
import { english, type Translate } from '@hermes/safety/language'
import { formatCount, formatDuration } from '../text/format.js'
import { oneLine, safeText } from '../text/safe-text.js'
import type { Style } from '../text/style.js'

const reasons: Readonly<Record<CompressionRecord['trigger'], string>> = {
  threshold: english`exceeded its share of the window`,
  overflow: english`rejected by the provider as too long`,
  request: english`asked for`,
}

/** Renders the sessions of one conversation, oldest first, with the way in which each was created. */
export function renderLineage(members: readonly SessionRecord[], style: Style): string {
  return members.map((member, index) => toBlock(member, index + 1, style)).join('\n')
}

function toBlock(record: SessionRecord, number: number, style: Style): string {
  const title = record.title === undefined ? '' : ` "${oneLine(record.title)}"`
  const compression = compressionOf(record)
  const lines = [
    `${style.accent(`${number}.`)} ${style.bold(record.id)}${title}`,
    `   ${timesOf(record, style.t)} · ${style.t.count(record.messageCount, 'message')} · ${tokensOf(record, style.t)}`,
    ...(compression ? describe(compression, style) : []),
  ]
  return `${lines.join('\n')}\n`
}

function describe({ trigger, tokensBefore, tokensAfter, durationMs, summary }: CompressionRecord, style: Style) {
  const { t } = style
  const reason = t.of(reasons[trigger] ?? oneLine(trigger))
  const sizes = t`${formatCount(Math.round(tokensBefore))} → ${formatCount(Math.round(tokensAfter))} tokens`
  const line = `   ${t`compressed (${reason}): ${sizes} in ${formatDuration(durationMs)}`}`
  if (summary === undefined) return [line]
  const text = safeText(summary).trim().split('\n')
  return [line, '', ...text.map((row) => style.muted(`   │ ${row}`.trimEnd()))]
}

function timesOf({ startedAtMs, endedAtMs, lastActivityAtMs }: SessionRecord, t: Translate): string {
  const end = endedAtMs ?? lastActivityAtMs
  const until = endedAtMs === undefined ? t`now` : toMinute(end)
  return t`${toMinute(startedAtMs)} to ${until} (${formatDuration(end - startedAtMs)})`
}

function toMinute(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ')
}

function tokensOf({ usage }: SessionRecord, t: Translate): string {
  return t`${formatCount(promptTokens(usage))} tokens in, ${formatCount(usage.outputTokens)} out`
}
