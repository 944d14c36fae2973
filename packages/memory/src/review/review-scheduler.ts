import type { SessionId, SessionStore } from '@hermes/core'
import type { WorkQueue } from '@hermes/core/queue'
import { newestOf, type ValueTable } from '@hermes/core/sessions'
import * as z from 'zod'
import { type CountedTurn, type ReviewProgress, readProgress, withReview, withTurn } from './review-progress.js'

export interface ReviewSchedulerOptions {
  readonly store: SessionStore
  readonly queue: WorkQueue
  readonly values: ValueTable
  /** Number of new turns after which a conversation is reviewed. At least 1. */
  readonly interval: number
  /**
   * Minimum number of new turns for an earlier review, when the conversation ends, rests, or is compressed. 0: there is
   * none.
   */
  readonly fewest: number
  /** How long a conversation must rest before it is reviewed, in milliseconds. */
  readonly restMs: number
  /** Called with the id of each review before it is queued. */
  onReview(id: string): void
}

/** Counts the turns of conversations and queues the reviews that are due. */
export interface ReviewScheduler {
  /** Counts a turn that has ended. */
  count(sessionId: SessionId, turn: CountedTurn): Promise<void>
  /** Queues a review if enough turns are new. Call it when the conversation ends or parts of it will be cut out. */
  flush(sessionId: SessionId): Promise<void>
  /** Queues a review after a rest, unless another turn has ended since. In that case, the conversation rests again. */
  rested(sessionId: SessionId, sinceMs: number): Promise<void>
}

export const reviewQueue = 'memory-review'
const namespace = 'memory-turns'

export const reviewItem = z.union([
  z.object({
    sessionId: z.string(),
    turns: z.number(),
    person: z.string().exactOptional(),
    /** The message before the first one to review. Earlier versions stored neither this nor the next field. */
    from: z.number().exactOptional(),
    /** The last message to review. */
    to: z.number().exactOptional(),
  }),
  z.object({
    sessionId: z.string(),
    /** When the latest turn ended. */
    restsSinceMs: z.number(),
  }),
])
type ReviewItem = z.infer<typeof reviewItem>

export function createReviewScheduler(options: ReviewSchedulerOptions): ReviewScheduler {
  const { store, queue, values, interval, fewest, restMs, onReview } = options
  const read = (value: Parameters<typeof readProgress>[0]) => readProgress(value, interval)

  async function put(id: string, payload: ReviewItem, notBeforeMs?: number): Promise<void> {
    const due = notBeforeMs === undefined ? {} : { notBeforeMs }
    await queue.put({ queue: reviewQueue, lane: payload.sessionId, id, payload, ...due })
  }

  async function review(sessionId: SessionId, { turns, reviewedTo, person }: ReviewProgress): Promise<void> {
    const to = await newestMessage(store, sessionId)
    if (to === undefined) return
    const id = `${sessionId}:to:${to}`
    onReview(id)
    await put(id, {
      sessionId,
      turns,
      to,
      ...(person !== undefined && { person }),
      ...(reviewedTo !== undefined && { from: reviewedTo }),
    })
    await values.update(namespace, sessionId, (value) => ({ ...withReview(read(value), turns, to) }), { sessionId })
  }

  async function rest(sessionId: SessionId, sinceMs: number): Promise<void> {
    await put(`${sessionId}:rest:${sinceMs}`, { sessionId, restsSinceMs: sinceMs }, sinceMs + restMs)
  }

  return {
    async count(sessionId, turn) {
      const counted = (value: Parameters<typeof read>[0]) => ({ ...withTurn(read(value), turn) })
      // After a power failure, the next review merely comes a turn later.
      const progress = read(await values.update(namespace, sessionId, counted, { sessionId, isVolatile: true }))
      if (progress.turns >= interval) return review(sessionId, progress)
      // One timer is enough, because it is set again when it finds a later turn.
      if (progress.turns === fewest) await rest(sessionId, turn.atMs)
    },
    async flush(sessionId) {
      const progress = read(await values.get(namespace, sessionId))
      if (fewest > 0 && progress.turns >= fewest) await review(sessionId, progress)
    },
    async rested(sessionId, sinceMs) {
      const progress = read(await values.get(namespace, sessionId))
      if (fewest === 0 || progress.turns < fewest) return
      if (progress.latestAtMs > sinceMs) return rest(sessionId, progress.latestAtMs)
      await review(sessionId, progress)
    },
  }
}

async function newestMessage(store: SessionStore, sessionId: SessionId): Promise<number | undefined> {
  const record = await store.sessions.get(sessionId)
  if (!record) return undefined
  const [newest] = await store.messages.load((await newestOf(store, record)).id, { limit: 1, fromEnd: true })
  return newest?.id
}
