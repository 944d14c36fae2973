import type { CompressionTrigger } from '../contracts/event.js'
import type { JsonObject } from '../contracts/json.js'
import type { SessionRecord } from '../contracts/session-store.js'

/** How a session came from the one that it continues. */
export interface CompressionRecord {
  readonly trigger: CompressionTrigger
  /** The size of the next request before and after, as far as the engine could tell. */
  readonly tokensBefore: number
  readonly tokensAfter: number
  readonly durationMs: number
  /** The text that stands for what was left out. Absent where the engine wrote none. */
  readonly summary?: string
}

/** What a session's `modelConfig` keeps of its compression, in place of what it kept of an earlier one. */
export function withCompression(modelConfig: JsonObject = {}, { summary, ...record }: CompressionRecord): JsonObject {
  return { ...modelConfig, compression: { ...record, ...(summary !== undefined && { summary }) } }
}

/** How a session came from the one that it continues; `undefined` for one that continues none. */
export function compressionOf({ link, modelConfig }: SessionRecord): CompressionRecord | undefined {
  const kept = modelConfig?.compression
  return link === 'compression' && isRecord(kept) ? kept : undefined
}

function isRecord(value: unknown): value is CompressionRecord {
  if (typeof value !== 'object' || value === null) return false
  const { trigger, tokensBefore, tokensAfter, durationMs, summary }: Partial<Record<keyof CompressionRecord, unknown>> =
    value
  return (
    typeof trigger === 'string' &&
    [tokensBefore, tokensAfter, durationMs].every((figure) => typeof figure === 'number') &&
    (summary === undefined || typeof summary === 'string')
  )
}
