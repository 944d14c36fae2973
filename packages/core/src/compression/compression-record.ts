import { defineSessionNote } from '../contracts/sessions/session-notes.js'
import type { SessionRecord } from '../contracts/sessions/session-store.js'
import type { CompressionTrigger } from '../contracts/turn/event.js'
import { isRecord } from '../json/is-record.js'

/** How a session was created from the one that it continues. */
export interface CompressionRecord {
  readonly trigger: CompressionTrigger
  /** The size of the next request before and after, if the engine could tell. */
  readonly tokensBefore: number
  readonly tokensAfter: number
  readonly durationMs: number
  /** The text that replaces the omitted messages. Absent if the engine wrote none. */
  readonly summary?: string
}

/** The record that is stored with a session that continues another one. */
export const compressionNote = defineSessionNote<CompressionRecord>('compression', {
  read: (value) => (isCompressionRecord(value) ? value : undefined),
  write: ({ summary, ...record }) => ({ ...record, ...(summary !== undefined && { summary }) }),
})

/** Returns how a session was created from the one that it continues; `undefined` if it continues none. */
export function compressionOf(record: SessionRecord): CompressionRecord | undefined {
  return record.link === 'compression' ? compressionNote.of(record) : undefined
}

function isCompressionRecord(value: unknown): value is CompressionRecord {
  if (!isRecord(value)) return false
  const { trigger, tokensBefore, tokensAfter, durationMs, summary }: Partial<Record<keyof CompressionRecord, unknown>> =
    value
  return (
    typeof trigger === 'string' &&
    [tokensBefore, tokensAfter, durationMs].every((figure) => typeof figure === 'number') &&
    (summary === undefined || typeof summary === 'string')
  )
}
