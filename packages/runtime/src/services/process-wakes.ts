import { describeError, type Logger, type SessionId, type SessionStore } from '@hermes/core'
import { newestOf } from '@hermes/core/sessions'
import { formatProcessReports, isWake, processReportsIn, wakeHeading } from '@hermes/safety'
import {
  describeLost,
  isReported,
  type NewsItem,
  type ProcessNews,
  type ProcessRecord,
  reportedIn,
} from '@hermes/tools'
import type { RunningTurns } from './running-turns.js'
import type { WakeCounter } from './wake-counter.js'

/** The message that starts a turn, with what background processes have done while no turn of their session was running. */
export interface ProcessWake {
  readonly sessionId: SessionId
  /** The ids of the processes that the message reports on. */
  readonly processIds: readonly string[]
  /** The text of the message. It says that no person wrote it. */
  readonly content: string
}

/**
 * `taken`: the message starts a turn, now or after what comes before it. `busy`: another turn is running, so the message is offered again.
 * `none`: the session gets no turn, and its model reads about the processes with the next message.
 */
export type WakeAnswer = 'taken' | 'busy' | 'none'

/** Lets background processes start turns: at most one for events close together, and none for events that a running turn reports to its model. */
export interface ProcessWakes extends Disposable {
  /** Offers the news of an idle session, which its model has yet to read. */
  offer(sessionId: SessionId): void
  /** Also offers processes that ended together with earlier programs. */
  offerLost(): Promise<void>
  /** Sets the function that decides about wakes. Until it is set, no turn starts. */
  onWake(take: (wake: ProcessWake) => Promise<WakeAnswer>): void
  /** Whether a message contains news that the model of the session has not read. Any other text is due. */
  isDue(sessionId: SessionId, content: string): Promise<boolean>
}

export interface ProcessWakesOptions {
  readonly news: Pick<ProcessNews, 'pending'>
  readonly turns: Pick<RunningTurns, 'isRunning'>
  readonly store: SessionStore
  readonly counter: WakeCounter
  /** Returns the records of processes that earlier programs left behind. */
  readonly lost: () => Promise<readonly ProcessRecord[]>
  /** Returns how many turns in a row may start this way without a message of a person in between. 0 for none. */
  readonly mostInARow: () => number
  /** Called for news that starts no turn. */
  readonly onUntaken: (sessionId: SessionId, items: readonly NewsItem[]) => void
  readonly logger: Logger
  /** How long to wait for more news before a turn starts, in milliseconds. Default: 500. */
  readonly batchMs?: number
  /** How long to wait before a busy session is offered its news again, in milliseconds. Default: 1,000. */
  readonly retryMs?: number
}

/** The number of messages to search. It exceeds the number between a wake and its turn. */
const maxMessages = 2_000

export function createProcessWakes(options: ProcessWakesOptions): ProcessWakes {
  const { news, turns, store, counter, lost, mostInARow, onUntaken, logger } = options
  const { batchMs = 500, retryMs = 1_000 } = options
  const timers = new Map<string, NodeJS.Timeout>()
  /** Each item starts at most one turn, so that a turn that fails does not start again and again. */
  const offered = new WeakSet<NewsItem>()
  let take: ((wake: ProcessWake) => Promise<WakeAnswer>) | undefined

  function schedule(key: string, attempt: () => Promise<boolean>, delayMs: number): void {
    const run = async () => {
      timers.delete(key)
      const isBusy = await attempt().catch((error: unknown) => {
        logger.log('warn', 'A background process could not begin a turn.', { error: describeError(error) })
        return false
      })
      if (isBusy) schedule(key, attempt, retryMs)
    }
    if (!timers.has(key)) timers.set(key, setTimeout(() => void run(), delayMs).unref())
  }

  /** Offers items to a session. @returns whether the session is busy. */
  async function wake(sessionId: SessionId, items: readonly NewsItem[]): Promise<boolean> {
    // A running turn reports to its model. What it does not report is offered when it ends.
    if (turns.isRunning(sessionId) || items.every((item) => offered.has(item))) return false
    const answer = await begin(sessionId, items)
    if (answer === 'busy') return true
    for (const item of items) offered.add(item)
    if (answer === 'none') onUntaken(sessionId, items)
    return false
  }

  async function begin(sessionId: SessionId, items: readonly NewsItem[]): Promise<WakeAnswer> {
    const most = mostInARow()
    if (!take || most === 0 || (await counter.count(sessionId)) >= most) return 'none'
    const content = formatProcessReports(
      items.map(({ report }) => report),
      wakeHeading,
    )
    const processIds = [...new Set(items.map(({ processId }) => processId))]
    const answer = await take({ sessionId, processIds, content })
    if (answer === 'taken') await counter.add(sessionId)
    return answer
  }

  async function newestMessages(sessionId: SessionId) {
    const record = await store.sessions.get(sessionId)
    if (!record) return []
    const { id } = await newestOf(store, record)
    const stored = await store.messages.load(id, { limit: maxMessages, fromEnd: true })
    return stored.map(({ message }) => message)
  }

  return {
    offer(sessionId) {
      schedule(sessionId, () => wake(sessionId, news.pending(sessionId)), batchMs)
    },
    async offerLost() {
      const awaited = (await lost()).filter(({ isAwaited }) => isAwaited)
      for (const [sessionId, records] of Map.groupBy(awaited, (record) => record.sessionId)) {
        const items = records.map(describeLost)
        schedule(`lost ${sessionId}`, () => wake(sessionId, items), batchMs)
      }
    },
    onWake(taking) {
      take = taking
    },
    async isDue(sessionId, content) {
      if (!isWake(content)) return true
      const reported = reportedIn(await newestMessages(sessionId))
      return processReportsIn(content).some((report) => !isReported(report, reported))
    },
    [Symbol.dispose]() {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}
