import type { CompressionTrigger } from '../contracts/event.js'
import { defineSessionNote } from '../contracts/session-notes.js'
import type { SessionRecord } from '../contracts/session-store.js'
import { isRecord } from '../json/is-record.js'

/** How a session was created from the one that it continues. */
export interface CompressionRecord {
  readonly trigger: CompressionTrigger
  /** The size of the next request before and after, if the engine could tell. */
  readonly tokensBefore: number
  readonly tokensAfter: number
  readonly durationMs: number
  /** The text that replaces what was left out. Absent if the engine wrote none. */
  readonly summary?: string
}

/** Stored with a session that continues another one. */
export const compressionNote = defineSessionNote<CompressionRecord>('compression', {
  read: (value) => (isCompressionRecord(value) ? value : undefined),
  write: ({ summary, ...record }) => ({ ...record, ...(summary !== undefined && { summary }) }),
})

/** How a session was created from the one that it continues; `undefined` if it continues none. */
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
