import { describeError, type Logger, type SessionId, type SessionStore } from '@hermes/core'
import type { MemoryProvider } from '@hermes/core/extension'
import type { WorkItem, WorkQueue } from '@hermes/core/queue'
import * as z from 'zod'
import { untrustedOrigins } from '../origins/untrusted-origins.js'

export interface TurnSyncsOptions {
  readonly provider: MemoryProvider
  readonly store: SessionStore
  /** Whether this process works on the queue: it outlives its turns. */
  readonly works: boolean
  readonly logger: Logger
}

/** A finished turn. */
export interface FinishedTurn {
  readonly id: string
  readonly sessionId: SessionId
  readonly person?: string
  readonly atMs: number
  readonly user: string
  readonly assistant: string
}

/**
 * Gives turns to a provider through the work queue: no answer waits, and a turn is retried for about a day, also by later processes. A
 * conversation's turns keep their order. Without a queue in the store, a turn is given once.
 */
export interface TurnSyncs extends AsyncDisposable {
  /** Starts to work on turns of earlier processes. */
  start(): void
  put(turn: FinishedTurn): Promise<void>
}

/** With the longest delay of 5 minutes, about a day. */
const retry = { attempts: 300, firstDelayMs: 1_000 }
const callLimitMs = 60_000

const payload = z.object({
  id: z.string(),
  sessionId: z.string(),
  person: z.string().exactOptional(),
  atMs: z.number(),
  user: z.string(),
  assistant: z.string(),
})

export function createTurnSyncs({ provider, store, works, logger }: TurnSyncsOptions): TurnSyncs {
  const { queue } = store
  const queueName = `memory-sync-${provider.id}`
  const lifetime = new AbortController()
  const { signal } = lifetime
  let working: Promise<void> | undefined

  async function give(turn: FinishedTurn, during: AbortSignal): Promise<void> {
    const origins = await untrustedOrigins(store, turn.sessionId)
    await provider.sync({ ...turn, origins }, { signal: AbortSignal.any([during, AbortSignal.timeout(callLimitMs)]) })
  }

  async function handle({ payload: stored }: WorkItem, during: AbortSignal): Promise<void> {
    const { data } = payload.safeParse(stored)
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
      if (works && queue && !signal.aborted) working ??= work(queue)
    },
    async put(turn) {
      if (!queue) return give(turn, signal)
      const item = { queue: queueName, lane: turn.sessionId, id: turn.id, payload: { ...turn } }
      await queue.put(item)
    },
    async [Symbol.asyncDispose]() {
      lifetime.abort()
      await working
    },
  }
}
