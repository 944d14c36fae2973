import type { CompressionTrigger } from '../contracts/event.js'
import type { JsonObject } from '../contracts/json.js'
import type { SessionId } from '../contracts/session-id.js'
import type { SessionRecord, SessionStore } from '../contracts/session-store.js'
import { rootOf } from '../session/lineage.js'

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

/** What a continuation keeps of its lineage, so that nobody has to walk all the way back for it. */
export async function lineageRootOf(
  store: SessionStore,
  { id, modelConfig, ...rest }: SessionRecord,
): Promise<SessionId> {
  const known = modelConfig?.lineageRoot
  return typeof known === 'string' ? known : (await rootOf(store, { id, ...rest })).id
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
