import { storedExchange } from '@hermes/conversations/stored'
import type { SessionStore } from '@hermes/core'
import { newestOf } from '@hermes/core/sessions'
import type { RunEvent } from '../events/run-event-schema.js'
import type { RunRecord } from '../record/run-record.js'
import { StoredMessageEvents } from './stored-message-events.js'

/** Tracks what a run has added to its session. */
export class StoredProgress {
  readonly #run: Pick<RunRecord, 'id' | 'sessionId'>
  readonly #store: SessionStore
  readonly #events = new StoredMessageEvents()
  /** The state of the session when its messages were read. */
  #read: { readonly sessionId: string; readonly messageCount: number } | undefined
  #lastId = 0
  /** Whether the run has started, and the session has nothing of a later run. */
  isLatest = false

  constructor(run: Pick<RunRecord, 'id' | 'sessionId'>, store: SessionStore) {
    this.#run = run
    this.#store = store
  }

  /** Returns the events since the last call. */
  async news(): Promise<readonly RunEvent[]> {
    const root = await this.#store.sessions.get(this.#run.sessionId)
    const session = root && (await newestOf(this.#store, root))
    if (!session) return []
    const { id: sessionId, messageCount } = session
    if (this.#read?.sessionId === sessionId && this.#read.messageCount === messageCount) return []
    const isContinuation = this.#read !== undefined && this.#read.sessionId !== sessionId
    this.#read = { sessionId, messageCount }
    const exchange = await storedExchange(this.#store, this.#run.sessionId, this.#run.id)
    if (!exchange) return []
    const begun: readonly RunEvent[] = this.isLatest ? [] : [{ type: 'run.started' }]
    this.isLatest = exchange.isLatest
    // After a compression, all messages of the exchange have new ids.
    const fresh = isContinuation ? [] : exchange.messages.filter(({ id }) => id > this.#lastId)
    this.#lastId = exchange.messages.at(-1)?.id ?? this.#lastId
    const lagged: readonly RunEvent[] = isContinuation ? [{ type: 'run.lagged' }] : []
    return [...begun, ...lagged, ...fresh.flatMap((stored) => this.#events.of(stored))]
  }
}
