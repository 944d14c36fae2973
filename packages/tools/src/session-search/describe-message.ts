import { type SessionSummary, type StoredMessage, textOf } from '@hermes/core'

/** Describes a message as `#12 user: the text on one line`, with at most `limit` characters of text. */
export function describeMessage({ id, message }: StoredMessage, limit: number): string {
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []).map((call) => call.function.name) : []
  const called = calls.length > 0 ? ` [called ${calls.join(', ')}]` : ''
  return `#${id} ${message.role}: ${clip(textOf(message.content), limit)}${called}`
}

/** Describes a session as `20260701_101500_ab12cd "Fix the build" (cli, 2026-07-01 10:15 UTC)`. */
export function describeSession({ id, title, source, startedAtMs }: SessionSummary): string {
  const day = new Date(startedAtMs).toISOString().slice(0, 16).replace('T', ' ')
  return `${id}${title ? ` "${title}"` : ''} (${source}, ${day} UTC)`
}

function clip(text: string, limit: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= limit ? line : `${line.slice(0, limit).toWellFormed()}… [${line.length - limit} more]`
}
