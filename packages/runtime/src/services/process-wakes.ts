import { describeError, type Logger, type SessionId, type SessionStore } from '@hermes/core'
import { newestOf } from '@hermes/core/sessions'
import { isWake, newsIn, toNews, wakeHeading } from '@hermes/safety'
import { describeLost, isTold, type NewsItem, type ProcessNews, type ProcessRecord, toldIn } from '@hermes/tools'
import type { RunningTurns } from './running-turns.js'
import type { WakeCounter } from './wake-counter.js'

/** What background processes have done while no turn of their session was running, as the message that begins one. */
export interface ProcessWake {
  readonly sessionId: SessionId
  /** The processes that it tells of. */
  readonly processIds: readonly string[]
  /** The message. It says that nobody has written it. */
  readonly content: string
}

/**
 * `taken`: the message begins a turn, now or when what comes before it has ended. `busy`: something is under way, so it is offered again.
 * `none`: the session gets no turn, and its model reads of the processes with the next message.
 */
export type WakeAnswer = 'taken' | 'busy' | 'none'

/** Lets background processes begin turns: at most one for what happens close together, and none for what a running turn tells its model. */
export interface ProcessWakes extends Disposable {
  /** Something is to be told to the model of an idle session. */
  offer(sessionId: SessionId): void
  /** Offers what ended together with earlier programs, too. */
  offerLost(): Promise<void>
  /** From now on, `take` decides. Without it, no turn begins. */
  onWake(take: (wake: ProcessWake) => Promise<WakeAnswer>): void
  /** Whether a message still says something that the model of the session has not read. Any other text is due. */
  isDue(sessionId: SessionId, content: string): Promise<boolean>
}

export interface ProcessWakesOptions {
  readonly news: Pick<ProcessNews, 'pending'>
  readonly turns: Pick<RunningTurns, 'isRunning'>
  readonly store: SessionStore
  readonly counter: WakeCounter
  /** Records of processes that earlier programs left behind. */
  readonly lost: () => Promise<readonly ProcessRecord[]>
  /** How many turns in a row may begin this way without a message of a person between them. 0: none. */
  readonly mostInARow: () => number
  /** Called for what begins no turn. */
  readonly onUntaken: (sessionId: SessionId, items: readonly NewsItem[]) => void
  readonly logger: Logger
  /** How long more is waited for before a turn begins. Default 500. */
  readonly batchMs?: number
  /** How long until what a busy session could not take is offered again. Default 1,000. */
  readonly retryMs?: number
}

/** More messages than come between a wake and its turn. */
const lookedMessages = 2_000

export function createProcessWakes(options: ProcessWakesOptions): ProcessWakes {
  const { news, turns, store, counter, lost, mostInARow, onUntaken, logger } = options
  const { batchMs = 500, retryMs = 1_000 } = options
  const timers = new Map<string, NodeJS.Timeout>()
  /** Each begins at most one turn: one that fails must not begin again and again. */
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

  /** @returns whether the session is busy. */
  async function wake(sessionId: SessionId, items: readonly NewsItem[]): Promise<boolean> {
    // A turn that is running tells its model, or what it does not tell is offered when it ends.
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
    const content = toNews(
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
    const stored = await store.messages.load(id, { limit: lookedMessages, fromEnd: true })
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
      const told = toldIn(await newestMessages(sessionId))
      return newsIn(content).some((report) => !isTold(report, told))
    },
    [Symbol.dispose]() {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}
