import { HermesError, InterruptError, type SessionId } from '@hermes/core'
import type { Child } from './child.js'
import type { ChildLedger } from './child-ledger.js'
import type { ChildResult } from './child-result.js'
import { shortGoal } from './short-goal.js'

/** Child that continues after the call that started it. */
export interface BackgroundChild {
  /** Id of the child's session, used as its handle. */
  readonly id: SessionId
  readonly conversation: SessionId
  readonly goal: string
  readonly tally: Child['tally']
  readonly result: Promise<ChildResult>
  /** Set when the child has ended and its end is stored. */
  readonly ended?: ChildResult
  /** Whether the result was reported to the parent's model. */
  readonly isReported: boolean
}

/** Number of ended and reported children that are kept for later queries. */
const keptChildren = 100

/** Background children of this process. Disposing it stops them and waits until their ends are stored. */
export class BackgroundChildren implements AsyncDisposable {
  /** Stores how children ended. */
  readonly ledger: ChildLedger
  readonly #onEnd: (result: ChildResult) => void
  readonly #entries = new Map<SessionId, Entry>()
  #isDisposed = false

  /** @param onEnd Called for each child that has ended. */
  constructor(ledger: ChildLedger, onEnd: (result: ChildResult) => void = () => undefined) {
    this.ledger = ledger
    this.#onEnd = onEnd
  }

  /** Starts the work of a child. `work` must not reject, and must resolve after the end of the child is stored. */
  start(conversation: SessionId, child: Child, work: (signal: AbortSignal) => Promise<ChildResult>): BackgroundChild {
    if (this.#isDisposed)
      throw new HermesError('delegate/closing', 'The program is shutting down and starts no new tasks.')
    const stop = new AbortController()
    const { task, session, tally } = child
    const entry: Entry = {
      id: session.id,
      conversation,
      goal: shortGoal(task.goal),
      tally,
      isReported: false,
      stop,
      result: work(stop.signal).then((result) => {
        entry.ended = result
        if (!this.#isDisposed) this.#onEnd(result)
        return result
      }),
    }
    this.#entries.set(entry.id, entry)
    this.#prune()
    return entry
  }

  /** Returns the children of a conversation, oldest first. */
  of(conversation: SessionId): readonly BackgroundChild[] {
    return [...this.#entries.values()].filter((entry) => entry.conversation === conversation)
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0
  }

  has(id: SessionId): boolean {
    return this.#entries.has(id)
  }

  stop(id: SessionId, reason: string): void {
    this.#entries.get(id)?.stop.abort(new InterruptError(reason))
  }

  /** Marks children as reported to the parent's model. */
  markReported(ids: readonly SessionId[]): void {
    for (const id of ids) {
      const entry = this.#entries.get(id)
      if (entry) entry.isReported = true
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true
    for (const id of this.#entries.keys()) this.stop(id, 'The program that it ran in has ended.')
    await Promise.all([...this.#entries.values()].map(({ result }) => result))
  }

  #prune(): void {
    const done = [...this.#entries.values()].filter(({ isReported }) => isReported)
    for (const { id } of done.slice(0, Math.max(0, this.#entries.size - keptChildren))) this.#entries.delete(id)
  }
}

interface Entry extends BackgroundChild {
  readonly stop: AbortController
  ended?: ChildResult
  isReported: boolean
}
