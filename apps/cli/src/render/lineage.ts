import { promptTokens, type SessionRecord } from '@hermes/core'
import { type CompressionRecord, compressionOf } from '@hermes/core/sessions'
import { formatCount, formatDuration, plural } from './format.js'
import { oneLine, safeText } from './safe-text.js'
import type { Style } from './style.js'

const reasons: Readonly<Record<CompressionRecord['trigger'], string>> = {
  threshold: 'exceeded its share of the window',
  overflow: 'rejected by the provider as too long',
  request: 'asked for',
}

/** The sessions of one conversation, oldest first, with how each was created. */
export function renderLineage(members: readonly SessionRecord[], style: Style): string {
  return members.map((member, index) => toBlock(member, index + 1, style)).join('\n')
}

function toBlock(record: SessionRecord, number: number, style: Style): string {
  const title = record.title === undefined ? '' : ` "${oneLine(record.title)}"`
  const compression = compressionOf(record)
  const lines = [
    `${style.accent(`${number}.`)} ${style.bold(record.id)}${title}`,
    `   ${timesOf(record)} · ${plural(record.messageCount, 'message')} · ${tokensOf(record)}`,
    ...(compression ? describe(compression, style) : []),
  ]
  return `${lines.join('\n')}\n`
}

function describe({ trigger, tokensBefore, tokensAfter, durationMs, summary }: CompressionRecord, style: Style) {
  const sizes = `${formatCount(Math.round(tokensBefore))} → ${formatCount(Math.round(tokensAfter))} tokens`
  const line = `   compressed (${reasons[trigger] ?? oneLine(trigger)}): ${sizes} in ${formatDuration(durationMs)}`
  if (summary === undefined) return [line]
  const text = safeText(summary).trim().split('\n')
  return [line, '', ...text.map((row) => style.muted(`   │ ${row}`.trimEnd()))]
}

function timesOf({ startedAtMs, endedAtMs, lastActivityAtMs }: SessionRecord): string {
  const end = endedAtMs ?? lastActivityAtMs
  return `${toMinute(startedAtMs)} to ${endedAtMs === undefined ? 'now' : toMinute(end)} (${formatDuration(end - startedAtMs)})`
}

function toMinute(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ')
}

function tokensOf({ usage }: SessionRecord): string {
  return `${formatCount(promptTokens(usage))} tokens in, ${formatCount(usage.outputTokens)} out`
}
