import { describeError, type Logger, type SessionStore } from '@hermes/core'
import type { MemoryProvider } from '@hermes/core/extension'
import type { WorkItem, WorkQueue } from '@hermes/core/queue'
import { newestOf } from '@hermes/core/sessions'
import { untrustedOrigins } from '../origins/untrusted-origins.js'
import { type ProviderNews, providerNews } from './provider-news.js'

export interface ProviderQueueOptions {
  readonly provider: MemoryProvider
  readonly store: SessionStore
  /** Whether this process works on the queue, because it outlives its turns. */
  readonly processesQueue: boolean
  readonly logger: Logger
}

/**
 * Delivers turns and other notifications that a provider must not miss through the work queue: no answer waits for
 * them, and each item is retried for about a day, also by later processes. The items of a conversation keep their
 * order. Without a queue in the store, each is delivered once.
 */
export interface ProviderQueue extends AsyncDisposable {
  /** Starts working on items of earlier processes. */
  start(): void
  put(news: ProviderNews): Promise<void>
}

/** With the maximum delay of 5 minutes, these attempts take about a day. */
const retry = { attempts: 300, firstDelayMs: 1_000 }
const callLimitMs = 60_000
/** The lane of writes without a conversation. */
const filesLane = 'memory-files'

export function createProviderQueue({ provider, store, processesQueue, logger }: ProviderQueueOptions): ProviderQueue {
  const { queue } = store
  const queueName = `memory-sync-${provider.id}`
  const lifetime = new AbortController()
  const { signal } = lifetime
  let working: Promise<void> | undefined

  async function give(news: ProviderNews, during: AbortSignal): Promise<void> {
    const options = { signal: AbortSignal.any([during, AbortSignal.timeout(callLimitMs)]) }
    if (news.type === 'write') {
      const { type: _, ...write } = news
      await provider.afterMemoryWrite?.(write, options)
      return
    }
    const { type, ...about } = news
    if (type === 'turn') {
      const origins = await untrustedOrigins(store, news.sessionId)
      return provider.sync({ ...news, origins }, options)
    }
    const record = await store.sessions.get(about.sessionId)
    // The session was deleted.
    if (!record) return
    const messages = (await store.messages.load((await newestOf(store, record)).id)).map(({ message }) => message)
    const { sessionId, person } = about
    await provider.endSession?.({ sessionId, messages, ...(person !== undefined && { person }) }, options)
  }

  async function handle({ payload }: WorkItem, during: AbortSignal): Promise<void> {
    const { data } = providerNews.safeParse(payload)
    if (data) await give(data, during)
  }

  function work(from: WorkQueue): Promise<void> {
    return from
      .work(queueName, (item, claim) => handle(item, AbortSignal.any([signal, claim.signal])), {
        signal,
        concurrency: 1,
        retry,
      })
      .catch((error: unknown) => {
        logger.log('warn', `The memory provider "${provider.id}" gets no turns any more: ${describeError(error)}`)
      })
  }

  return {
    start() {
      if (processesQueue && queue && !signal.aborted) working ??= work(queue)
    },
    async put(news) {
      if (!queue) return give(news, signal)
      const { added, removed, ...rest } = { added: undefined, removed: undefined, ...news }
      const lists = added && removed && { added: [...added], removed: [...removed] }
      const payload = { ...rest, ...lists }
      await queue.put({ queue: queueName, lane: news.sessionId ?? filesLane, id: news.id, payload })
    },
    async [Symbol.asyncDispose]() {
      lifetime.abort()
      await working
    },
  }
}
