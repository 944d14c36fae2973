import { describeError, type Logger, type Plugin, type SessionId, type SessionStore } from '@hermes/core'
import { originKey } from '@hermes/core/origins'
import type { WorkItem, WorkQueue } from '@hermes/core/queue'
import { untrustedOrigins } from '../origins/untrusted-origins.js'
import { loadUnreviewed } from './load-unreviewed.js'
import type { Learned, Reviewed } from './review-messages.js'
import { createReviewScheduler, reviewItem, reviewQueue } from './review-scheduler.js'

export interface ReviewerOptions {
  readonly store: SessionStore
  /** Number of new turns after which a conversation is reviewed. At least 1. */
  readonly interval: number
  /**
   * Minimum number of new turns for an earlier review: when the conversation ends, rests, or is about to be compressed.
   * 0: there is none. Default: 2.
   */
  readonly fewest?: number
  /** How long a conversation must rest before it is reviewed, in milliseconds. Default: an hour. */
  readonly restMs?: number
  /** Whether this process works on reviews, because it outlives its turns. Other processes only queue them. */
  readonly processesQueue: boolean
  /** Whether the conversations of this process end with it. Default: false. */
  readonly endsWithProcess?: boolean
  /** Reviews a part of a conversation. */
  review(reviewed: Reviewed, signal: AbortSignal): Promise<readonly Learned[]>
  /** Resolves to the person whose memory the conversation uses, or `undefined` for the owner. */
  personOf(sessionId: SessionId, speaker: string | undefined): Promise<string | undefined>
  /**
   * Called with what was learned after a review that this process has requested, but not after those of other
   * processes.
   */
  onLearned(learned: readonly Learned[], person: string | undefined): void
  readonly logger: Logger
  /** Returns the time in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number
}

/** Reviews conversations. Disposing it aborts the review in progress, which another or a later process repeats. */
export interface Reviewer extends AsyncDisposable {
  readonly hooks: Pick<NonNullable<Plugin['hooks']>, 'post_llm_call' | 'pre_compress' | 'on_session_end'>
}

const defaultRestMs = 60 * 60 * 1_000

/**
 * Creates a reviewer that reviews conversations after some of their turns, when they end or rest, and before they are
 * compressed. Reviews go through the work queue: no turn waits for them, and a review that is due when the process ends
 * is done by the next one. A review that fails three times is given up. A store without a queue has no reviews.
 */
export function createReviewer(options: ReviewerOptions): Reviewer {
  const {
    store,
    interval,
    fewest = 2,
    restMs = defaultRestMs,
    processesQueue,
    endsWithProcess = false,
    logger,
  } = options
  const { now = Date.now } = options
  const { queue, values } = store
  const lifetime = new AbortController()
  const { signal } = lifetime
  const own = new Set<string>()
  const conversations = new Set<SessionId>()
  const putting = new Map<SessionId, Promise<void>>()
  const scheduler =
    queue && values
      ? createReviewScheduler({ store, queue, values, interval, fewest, restMs, onReview: (id) => own.add(id) })
      : undefined
  let working: Promise<void> | undefined

  const warn = (what: string) => (error: unknown) => logger.log('warn', `${what}: ${describeError(error)}`)

  /** Runs work in the background, one after another for a conversation. Only the end of the process waits for it. */
  function inBackground(sessionId: SessionId, work: () => Promise<void>): void {
    const before = putting.get(sessionId) ?? Promise.resolve()
    const current = before
      .then(work)
      .catch(warn('A conversation will not be reviewed'))
      .finally(() => {
        if (putting.get(sessionId) === current) putting.delete(sessionId)
      })
    putting.set(sessionId, current)
  }

  function startWork(from: WorkQueue): void {
    if (!processesQueue || signal.aborted) return
    const retry = { attempts: 3, firstDelayMs: 60_000 }
    working ??= from
      .work(reviewQueue, (item, claim) => handle(item, AbortSignal.any([signal, claim.signal])), {
        signal,
        concurrency: 1,
        retry,
      })
      .catch((error: unknown) => {
        if (!signal.aborted) warn('No conversation is reviewed any more')(error)
      })
  }

  async function handle({ id, payload }: WorkItem, during: AbortSignal): Promise<void> {
    const { data } = reviewItem.safeParse(payload)
    const record = data && (await store.sessions.get(data.sessionId))
    // The session was deleted.
    if (!data || !record) return
    if ('restsSinceMs' in data) return scheduler?.rested(data.sessionId, data.restsSinceMs)
    const { sessionId, person, ...range } = data
    const messages = await loadUnreviewed(store, record, range)
    const sources = (await untrustedOrigins(store, record.id)).map(originKey)
    const learned = await options.review({ sessionId, person, messages, sources }, during)
    if (own.delete(id) && learned.length > 0) options.onLearned(learned, person)
  }

  return {
    hooks: {
      post_llm_call({ sessionId, userId }) {
        if (!queue || !scheduler || signal.aborted) return
        if (endsWithProcess) conversations.add(sessionId)
        inBackground(sessionId, async () => {
          const person = await options.personOf(sessionId, userId)
          await scheduler.count(sessionId, { atMs: now(), person })
        })
        startWork(queue)
      },
      pre_compress({ sessionId }) {
        if (scheduler && !signal.aborted) inBackground(sessionId, () => scheduler.flush(sessionId))
      },
      on_session_end({ sessionId, reason }) {
        if (!scheduler || signal.aborted || reason === 'compression' || reason === 'deleted') return
        conversations.delete(sessionId)
        inBackground(sessionId, () => scheduler.flush(sessionId))
      },
    },
    async [Symbol.asyncDispose]() {
      lifetime.abort()
      await working
      for (const id of conversations) inBackground(id, async () => scheduler?.flush(id))
      await Promise.all(putting.values())
    },
  }
}
