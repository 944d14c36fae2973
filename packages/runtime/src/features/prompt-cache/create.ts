import { describeError, type ModelRequest, promptTokens, type SessionId, type Usage } from '@hermes/core'
import type { Feature, Host } from '../../host.js'
import type { RuntimeModel } from '../../model/runtime-model.js'
import { addToJournal, type CachedCall, type LastRequest } from './cache-journal.js'
import { comparePrefix } from './compare-prefix.js'
import { createPrefixReader } from './prefix-reader.js'

interface KnownRequest extends LastRequest {
  /** The request itself. Only known to the process that has sent it. */
  readonly request?: ModelRequest | undefined
}

interface SentRequest extends KnownRequest {
  readonly request: ModelRequest
}

/** The calls of a turn that are not stored yet. */
interface OpenTurn {
  /** The first request. When it is stored, it is compared with the last request that any process has stored. */
  readonly first: SentRequest
  last: SentRequest
  readonly calls: CachedCall[]
}

interface NewestEntry<Value> {
  readonly id: SessionId
  readonly value: Value
  readonly max: number
}

/** The maximum number of open turns. A turn that ends without an answer stays until the next one of its session has ended. */
const maxTurns = 200
/** The maximum number of requests. A request holds a whole history, so those of many chats would take most of a gateway's memory. */
const maxRequests = 20
/** The loss from which it is reported: one cent. */
const toldMicroUsd = 10_000

/** Records where requests stop repeating the previous ones, so that the cause and the price of a lost prompt cache are known. */
export async function createPromptCache({
  store,
  surface,
  logger,
  now,
}: Pick<Host, 'store' | 'surface' | 'logger' | 'now'>): Promise<Feature | undefined> {
  if (!store.values) return undefined
  const reader = createPrefixReader()
  const turns = new Map<SessionId, OpenTurn>()
  /** The last stored request of the sessions with the most recent calls. */
  const requests = new Map<SessionId, SentRequest>()
  const prices = new Map<string, RuntimeModel['price']>()
  const underWay = new Set<Promise<void>>()

  function withBreak(call: CachedCall, last: KnownRequest, { lines, request }: SentRequest): CachedCall {
    const before = last.request
    const broken = comparePrefix(
      last.lines,
      lines,
      (index) => before && { before: reader.textOf(before, index), now: reader.textOf(request, index) },
    )
    if (!broken) return call
    const microUsd = costOf(last.promptTokens * broken.lost, prices.get(request.model))
    return { ...call, break: { ...broken, ...(microUsd !== undefined && { microUsd }) } }
  }

  function record(id: SessionId, request: ModelRequest, usage: Usage): void {
    const sent = { request, lines: reader.linesOf(request), promptTokens: promptTokens(usage) }
    const call = {
      atMs: now(),
      model: request.model,
      promptTokens: sent.promptTokens,
      cachedTokens: usage.cacheReadTokens,
    }
    const turn = turns.get(id)
    if (turn) {
      turn.calls.push(withBreak(call, turn.last, sent))
      turn.last = sent
    } else setNewest(turns, { id, value: { first: sent, last: sent, calls: [call] }, max: maxTurns })
  }

  /** Stores the calls of a turn together, because a write for each call would slow it down. */
  async function flush(id: SessionId): Promise<void> {
    const turn = turns.get(id)
    if (!turn) return
    turns.delete(id)
    const { first, last, calls } = turn
    const known = requests.get(id)
    let recorded: readonly CachedCall[] = calls
    await addToJournal(store, id, (stored) => {
      if (stored) {
        const before = { ...stored, request: known?.lines === stored.lines ? known.request : undefined }
        recorded = calls.map((call, index) => (index === 0 ? withBreak(call, before, first) : call))
      }
      return { calls: recorded, lines: last.lines }
    })
    setNewest(requests, { id, value: last, max: maxRequests })
    for (const { break: broken } of recorded) {
      if (!broken || (broken.microUsd ?? 0) <= toldMicroUsd) continue
      logger.log('info', `The prompt cache was lost from ${broken.part} on.`, { sessionId: id, ...broken })
      surface.tell?.(describeLoss(broken.part, broken.microUsd ?? 0))
    }
  }

  /** Starts storing without waiting, so that the record shares a transaction with what the end of the turn stores. */
  function begin(id: SessionId): void {
    const flushing = flush(id)
      .catch((error: unknown) => logger.log('warn', `The prompt cache was not recorded: ${describeError(error)}`))
      .finally(() => underWay.delete(flushing))
    underWay.add(flushing)
  }

  return {
    name: 'prompt-cache',
    toolsFor: ({ main: { model } }) => {
      prices.set(model.id, model.price)
      return []
    },
    hooks: {
      post_api_request: ({ sessionId, request, usage }) => record(sessionId, request, usage),
      post_llm_call: ({ sessionId }) => begin(sessionId),
    },
    [Symbol.asyncDispose]: async () => {
      for (const id of turns.keys()) begin(id)
      await Promise.all(underWay)
    },
  }
}

/** Sets an entry. If there are more than `max`, the entry that was set longest ago is dropped. */
function setNewest<Value>(map: Map<SessionId, Value>, { id, value, max }: NewestEntry<Value>): void {
  map.delete(id)
  map.set(id, value)
  const [oldest] = map.keys()
  if (map.size > max && oldest !== undefined) map.delete(oldest)
}

/** Returns the additional cost of tokens that are read at the full price, or written to the cache again, instead of being read from it. */
function costOf(tokens: number, price: RuntimeModel['price']): number | undefined {
  if (price?.cacheRead === undefined) return undefined
  return Math.max(0, Math.round((tokens * ((price.cacheWrite ?? price.input) - price.cacheRead)) / 1_000_000))
}

function describeLoss(part: string, microUsd: number): string {
  return `The prompt cache was lost from ${part} on, for about $${(microUsd / 1_000_000).toFixed(2)}.`
}
