import type { JsonObject, JsonValue, SessionId, SessionStore } from '@hermes/core'
import { isRecord } from '@hermes/core/wiring'
import type { PrefixBreak } from './compare-prefix.js'
import type { PrefixPart } from './prefix-parts.js'

/** One model call of a conversation, as its prompt cache saw it. */
export interface CachedCall {
  readonly atMs: number
  readonly model: string
  /** All tokens that the model read. */
  readonly promptTokens: number
  /** Those that the provider read from its cache, as it reported. */
  readonly cachedTokens: number
  /** Absent if the request began with all of the one before, or was the first. */
  readonly break?: PrefixBreak & {
    /** What reading the lost part again costs, by the price of the model. Absent without a price. */
    readonly microUsd?: number
  }
}

/** What is stored of a conversation: its latest calls, and the parts of the last request. */
export interface CacheJournal {
  readonly calls: readonly CachedCall[]
  readonly parts: readonly PrefixPart[]
}

const namespace = 'prompt-cache'
const keptCalls = 200

/** The calls of a conversation, oldest first: at most the latest 200. Empty if nothing was recorded. */
export async function readCachedCalls(store: SessionStore, rootId: SessionId): Promise<readonly CachedCall[]> {
  return (await readJournal(store, rootId)).calls
}

export async function readJournal(store: SessionStore, rootId: SessionId): Promise<CacheJournal> {
  return toJournal(await store.values?.get(namespace, rootId))
}

/** Adds calls and replaces the parts. */
export async function writeJournal(store: SessionStore, rootId: SessionId, added: CacheJournal): Promise<void> {
  await store.values?.update(
    namespace,
    rootId,
    (value) => {
      const calls = [...toJournal(value).calls, ...added.calls].slice(-keptCalls)
      return { calls: calls.map(toJson), parts: added.parts.map(({ name, bytes, hash }) => [name, bytes, hash]) }
    },
    // A record for people, of no use to a turn: not worth a sync of the disk.
    { sessionId: rootId, isVolatile: true },
  )
}

function toJson({ break: broken, ...call }: CachedCall): JsonObject {
  return { ...call, ...(broken && { break: { ...broken } }) }
}

/** Skips what another version may have written. */
function toJournal(value: JsonValue | undefined): CacheJournal {
  const { calls, parts } = isRecord(value) ? value : {}
  return {
    calls: Array.isArray(calls) ? calls.filter(isCall) : [],
    parts: Array.isArray(parts) ? parts.flatMap((part: JsonValue) => toPart(part) ?? []) : [],
  }
}

function isCall(value: unknown): value is CachedCall {
  if (!isRecord(value)) return false
  const { atMs, model, promptTokens, cachedTokens, break: broken } = value
  const isCounted = [atMs, promptTokens, cachedTokens].every((each) => typeof each === 'number')
  return isCounted && typeof model === 'string' && (broken === undefined || isRecord(broken))
}

function toPart(value: JsonValue): PrefixPart | undefined {
  const [name, bytes, hash] = Array.isArray(value) ? value : []
  return typeof name === 'string' && typeof bytes === 'number' && typeof hash === 'string'
    ? { name, bytes, hash }
    : undefined
}
