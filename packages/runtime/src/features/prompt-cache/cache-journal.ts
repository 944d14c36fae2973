import type { JsonValue, SessionId, SessionStore } from '@hermes/core'
import { isRecord, parseJson } from '@hermes/core/wiring'
import type { PrefixBreak } from './compare-prefix.js'

/** A model call of a conversation, from the perspective of its prompt cache. */
export interface CachedCall {
  readonly atMs: number
  readonly model: string
  /** The number of all tokens that the model read. */
  readonly promptTokens: number
  /** The number of tokens that the provider reports to have read from its cache. */
  readonly cachedTokens: number
  /** Where the prefix was broken. Absent for the first request, or if the request began with all of the previous one. */
  readonly break?: PrefixBreak & {
    /** The cost of reading the lost part again, at the price of the model. Absent without a price. */
    readonly microUsd?: number
  }
}

/** A request that was sent. */
export interface LastRequest {
  /** The lines of the request's parts; see `createPrefixReader`. */
  readonly lines: string
  readonly promptTokens: number
}

/** What a turn adds to the journal. */
export interface JournalEntry {
  readonly calls: readonly CachedCall[]
  /** The lines of the last request. */
  readonly lines: string
}

/**
 * The stored form, which consists of few long strings: a conversation has thousands of parts and calls, which are read and written with every turn.
 */
interface StoredJournal {
  /** A JSON text for each call, oldest first. */
  readonly calls: readonly string[]
  readonly lines: string
}

const namespace = 'prompt-cache'
const keptCalls = 200

/** Returns the calls of a conversation, oldest first, at most the latest 200. Empty if nothing was recorded. */
export async function readCachedCalls(store: SessionStore, rootId: SessionId): Promise<readonly CachedCall[]> {
  const { calls } = toJournal(await store.values?.get(namespace, rootId))
  return calls.flatMap((text) => toCall(text) ?? [])
}

/** Adds what `entryAfter` returns for the last recorded request. `entryAfter` may be called more than once. */
export async function addToJournal(
  store: SessionStore,
  rootId: SessionId,
  entryAfter: (last: LastRequest | undefined) => JournalEntry,
): Promise<void> {
  await store.values?.update(
    namespace,
    rootId,
    (value) => {
      const { calls, lines } = toJournal(value)
      const promptTokens = toCall(calls.at(-1) ?? 'null')?.promptTokens
      const added = entryAfter(promptTokens === undefined ? undefined : { lines, promptTokens })
      return { calls: [...calls, ...added.calls.map(toText)].slice(-keptCalls).join('\n'), lines: added.lines }
    },
    // The record is for people and of no use to a turn, so it is not worth syncing the disk.
    { sessionId: rootId, isVolatile: true },
  )
}

/** Parses a stored journal. A format of another version counts as empty. */
function toJournal(value: JsonValue | undefined): StoredJournal {
  const { calls, lines } = isRecord(value) ? value : {}
  if (typeof calls !== 'string' || typeof lines !== 'string') return { calls: [], lines: '' }
  return { calls: calls.split('\n'), lines }
}

function toText({ atMs, promptTokens, cachedTokens, model, break: broken }: CachedCall): string {
  return JSON.stringify([atMs, promptTokens, cachedTokens, model, ...(broken ? [broken] : [])])
}

function toCall(text: string): CachedCall | undefined {
  const stored: unknown = parseJson(text)
  const [atMs, promptTokens, cachedTokens, model, broken]: readonly unknown[] = Array.isArray(stored) ? stored : []
  if (typeof atMs !== 'number' || typeof promptTokens !== 'number') return undefined
  if (typeof cachedTokens !== 'number' || typeof model !== 'string') return undefined
  return { atMs, model, promptTokens, cachedTokens, ...(isBreak(broken) && { break: broken }) }
}

function isBreak(value: unknown): value is NonNullable<CachedCall['break']> {
  return isRecord(value)
}
