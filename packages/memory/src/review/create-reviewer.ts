import {
  describeError,
  type JsonValue,
  type Logger,
  type Plugin,
  type SessionId,
  type SessionStore,
} from '@hermes/core'
import { originKey } from '@hermes/core/origins'
import type { WorkItem, WorkQueue } from '@hermes/core/queue'
import { newestOf, type ValueTable } from '@hermes/core/sessions'
import * as z from 'zod'
import { untrustedOrigins } from '../origins/untrusted-origins.js'
import type { Learned, Reviewed } from './review-messages.js'

export interface ReviewerOptions {
  readonly store: SessionStore
  /** A conversation is reviewed each time that it has this many new turns. At least 1. */
  readonly interval: number
  /** Whether this process works on reviews: it outlives its turns. Others only put them into the queue. */
  readonly works: boolean
  /** Reviews one conversation. */
  review(reviewed: Reviewed, signal: AbortSignal): Promise<readonly Learned[]>
  /** Whose memory the conversation uses; `undefined` for the owner's. */
  personOf(sessionId: SessionId, speaker: string | undefined): Promise<string | undefined>
  /** Called after a review that this process has asked for, with what was learned: not for those of other processes. */
  onLearned(learned: readonly Learned[], person: string | undefined): void
  readonly logger: Logger
}

/** Disposing it ends the review under way, which another process, or a later one, makes again. */
export interface Reviewer extends AsyncDisposable {
  readonly hooks: NonNullable<Plugin['hooks']>
}

const queueName = 'memory-review'
const namespace = 'memory-turns'

const payload = z.object({ sessionId: z.string(), turns: z.number(), person: z.string().exactOptional() })
type Payload = z.infer<typeof payload>

/**
 * Reviews conversations after some of their turns, through the work queue: the turn does not wait, and a review that is due when the
 * process ends is made by the next one. A review that fails three times is given up. A store without a queue has no reviews.
 */
export function createReviewer(options: ReviewerOptions): Reviewer {
  const { store, interval, works, logger } = options
  const { queue, values } = store
  const lifetime = new AbortController()
  const { signal } = lifetime
  const own = new Set<string>()
  const putting = new Set<Promise<void>>()
  let working: Promise<void> | undefined

  const warn = (what: string) => (error: unknown) => {
    if (!signal.aborted) logger.log('warn', `${what}: ${describeError(error)}`)
  }

  async function count(sessionId: SessionId, speaker: string | undefined, kept: Kept): Promise<void> {
    // After a power failure, the next review comes a turn later.
    const turns = Number(await kept.values.update(namespace, sessionId, addOne, { sessionId, isVolatile: true }))
    if (turns % interval !== 0) return
    const person = await options.personOf(sessionId, speaker)
    const id = `${sessionId}:${turns}`
    const due: Payload = { sessionId, turns: interval, ...(person !== undefined && { person }) }
    own.add(id)
    await kept.queue.put({ queue: queueName, lane: sessionId, id, payload: due })
  }

  function startWork(kept: Kept): void {
    if (!works || signal.aborted) return
    const retry = { attempts: 3, firstDelayMs: 60_000 }
    working ??= kept.queue
      .work(queueName, (item, claim) => handle(item, AbortSignal.any([signal, claim.signal])), {
        signal,
        concurrency: 1,
        retry,
      })
      .catch(warn('No conversation is reviewed any more'))
  }

  async function handle({ id, payload: stored }: WorkItem, during: AbortSignal): Promise<void> {
    const { data } = payload.safeParse(stored)
    const record = data && (await store.sessions.get(data.sessionId))
    // The session was deleted.
    if (!data || !record) return
    const newest = await newestOf(store, record)
    const messages = (await store.messages.load(newest.id)).map(({ message }) => message)
    const sources = (await untrustedOrigins(store, record.id)).map(originKey)
    const learned = await options.review({ ...data, messages, sources }, during)
    if (own.delete(id) && learned.length > 0) options.onLearned(learned, data.person)
  }

  return {
    hooks: {
      post_llm_call({ sessionId, userId }) {
        if (!queue || !values || signal.aborted) return
        const kept = { queue, values }
        const counting = count(sessionId, userId, kept)
          .catch(warn('A conversation will not be reviewed'))
          .finally(() => putting.delete(counting))
        putting.add(counting)
        startWork(kept)
      },
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(putting)
      lifetime.abort()
      await working
    },
  }
}

interface Kept {
  readonly queue: WorkQueue
  readonly values: ValueTable
}

function addOne(value: JsonValue | undefined): JsonValue {
  return typeof value === 'number' ? value + 1 : 1
}
