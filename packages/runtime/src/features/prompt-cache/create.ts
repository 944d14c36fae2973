import type { ModelRequest } from '@hermes/core'
import { describeError, promptTokens, type SessionId, type Usage } from '@hermes/core'
import type { Feature, Host } from '../../host.js'
import type { RuntimeModel } from '../../model/runtime-model.js'
import { type CachedCall, readJournal, writeJournal } from './cache-journal.js'
import { comparePrefix } from './compare-prefix.js'
import { createPrefixReader, type PrefixPart } from './prefix-parts.js'

interface LastCall {
  readonly parts: readonly PrefixPart[]
  readonly promptTokens: number
}

interface PartedRequest {
  readonly request: ModelRequest
  readonly parts: readonly PrefixPart[]
}

interface NewestEntry<Value> {
  readonly id: SessionId
  readonly value: Value
  readonly max: number
}

interface OpenSession {
  last: LastCall | undefined
  /** Not stored yet. */
  calls: CachedCall[]
}

const maxSessions = 200
/** A request holds a whole history: those of many chats would be most of the memory of a gateway. */
const maxRequests = 20
/** A cent. */
const toldMicroUsd = 10_000

/** Records where requests stop repeating the ones before them, so that a lost prompt cache has a name and a price. */
export async function createPromptCache({
  store,
  surface,
  logger,
  now,
}: Pick<Host, 'store' | 'surface' | 'logger' | 'now'>): Promise<Feature | undefined> {
  if (!store.values) return undefined
  const reader = createPrefixReader()
  const sessions = new Map<SessionId, OpenSession>()
  /** The last ones of the sessions that called last. */
  const requests = new Map<SessionId, ModelRequest>()
  const prices = new Map<string, RuntimeModel['price']>()

  async function open(id: SessionId): Promise<OpenSession> {
    const session = sessions.get(id) ?? { last: await lastOf(id), calls: [] }
    setNewest(sessions, { id, value: session, max: maxSessions })
    return session
  }

  async function lastOf(id: SessionId): Promise<LastCall | undefined> {
    const { calls, parts } = await readJournal(store, id)
    const tokens = calls.at(-1)?.promptTokens
    return tokens === undefined ? undefined : { parts, promptTokens: tokens }
  }

  function compare(id: SessionId, last: LastCall, { parts, request }: PartedRequest) {
    const before = requests.get(id)
    const broken = comparePrefix(
      last.parts,
      parts,
      (index) => before && { before: reader.textOf(before, index), now: reader.textOf(request, index) },
    )
    const microUsd = broken && costOf(last.promptTokens * broken.lost, prices.get(request.model))
    return broken && { ...broken, ...(microUsd !== undefined && { microUsd }) }
  }

  async function record(id: SessionId, request: ModelRequest, usage: Usage): Promise<void> {
    const session = await open(id)
    const parts = reader.partsOf(request)
    const broken = session.last && compare(id, session.last, { parts, request })
    session.calls.push({
      atMs: now(),
      model: request.model,
      promptTokens: promptTokens(usage),
      cachedTokens: usage.cacheReadTokens,
      ...(broken && { break: broken }),
    })
    session.last = { parts, promptTokens: promptTokens(usage) }
    setNewest(requests, { id, value: request, max: maxRequests })
    if (broken && (broken.microUsd ?? 0) > toldMicroUsd) {
      logger.log('info', `The prompt cache was lost from ${broken.part} on.`, { sessionId: id, ...broken })
    }
  }

  /** Stores the calls of a turn at once: a write for each call would slow it down. */
  async function flush(id: SessionId): Promise<void> {
    const session = sessions.get(id)
    if (!session?.last || session.calls.length === 0) return
    const { calls, last } = session
    session.calls = []
    for (const { break: broken } of calls) {
      const { part, microUsd = 0 } = broken ?? {}
      if (part !== undefined && microUsd > toldMicroUsd) surface.tell?.(describeLoss(part, microUsd))
    }
    await writeJournal(store, id, { calls, parts: last.parts })
  }

  const contained = (work: Promise<void>) =>
    work.catch((error: unknown) => logger.log('warn', `The prompt cache was not recorded: ${describeError(error)}`))
  return {
    name: 'prompt-cache',
    toolsFor: ({ main: { model } }) => {
      prices.set(model.id, model.price)
      return []
    },
    hooks: {
      pre_llm_call({ sessionId, isNew }) {
        if (isNew) setNewest(sessions, { id: sessionId, value: { last: undefined, calls: [] }, max: maxSessions })
        return undefined
      },
      post_api_request: ({ sessionId, request, usage }) => contained(record(sessionId, request, usage)),
      post_llm_call: ({ sessionId }) => contained(flush(sessionId)),
    },
    [Symbol.asyncDispose]: async () => {
      for (const id of sessions.keys()) await contained(flush(id))
    },
  }
}

/** Forgets the entry that was set longest ago when there are more than `max`. */
function setNewest<Value>(map: Map<SessionId, Value>, { id, value, max }: NewestEntry<Value>): void {
  map.delete(id)
  map.set(id, value)
  const [oldest] = map.keys()
  if (map.size > max && oldest !== undefined) map.delete(oldest)
}

/** Tokens that are read at the full price, or written to the cache again, instead of being read from it. */
function costOf(tokens: number, price: RuntimeModel['price']): number | undefined {
  if (price?.cacheRead === undefined) return undefined
  return Math.max(0, Math.round((tokens * ((price.cacheWrite ?? price.input) - price.cacheRead)) / 1_000_000))
}

function describeLoss(part: string, microUsd: number): string {
  return `The prompt cache was lost from ${part} on, for about $${(microUsd / 1_000_000).toFixed(2)}.`
}
