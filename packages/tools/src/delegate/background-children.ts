import { HermesError, InterruptError, type SessionId } from '@hermes/core'
import type { ChildLedger } from './child-ledger.js'
import type { ChildResult } from './child-result.js'
import type { Child } from './run-child.js'
import { shortGoal } from './short-goal.js'

/** A child that goes on after the call that started it. */
export interface BackgroundChild {
  /** Its session's id: the handle. */
  readonly id: SessionId
  readonly conversation: SessionId
  readonly goal: string
  readonly tally: Child['tally']
  readonly result: Promise<ChildResult>
  /** Once it has ended, and that is stored. */
  readonly ended?: ChildResult
  /** The parent's model knows how it ended. */
  readonly isTold: boolean
}

/** Ended children that are known to all are kept for questions, so many of them. */
const keptChildren = 100

/** The children of this process that nobody waits for. Disposing stops them, and waits until that is stored. */
export class BackgroundChildren implements AsyncDisposable {
  /** Where it is stored what becomes of them. */
  readonly ledger: ChildLedger
  readonly #onEnd: (result: ChildResult) => void
  readonly #entries = new Map<SessionId, Entry>()
  #isDisposed = false

  /** @param onEnd Hears of each that has ended. */
  constructor(ledger: ChildLedger, onEnd: (result: ChildResult) => void = () => undefined) {
    this.ledger = ledger
    this.#onEnd = onEnd
  }

  /** Starts the work at once. It must not reject, and resolves once it is stored how the child ended. */
  start(conversation: SessionId, child: Child, work: (signal: AbortSignal) => Promise<ChildResult>): BackgroundChild {
    if (this.#isDisposed)
      throw new HermesError('delegate/closing', 'The program is about to end: nothing new is begun.')
    const stop = new AbortController()
    const { task, session, tally } = child
    const entry: Entry = {
      id: session.id,
      conversation,
      goal: shortGoal(task.goal),
      tally,
      isTold: false,
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

  /** Those of a conversation, oldest first. */
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

  /** The parent's model has been told how they ended. */
  markTold(ids: readonly SessionId[]): void {
    for (const id of ids) {
      const entry = this.#entries.get(id)
      if (entry) entry.isTold = true
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true
    for (const id of this.#entries.keys()) this.stop(id, 'The program that it ran in has ended.')
    await Promise.all([...this.#entries.values()].map(({ result }) => result))
  }

  #prune(): void {
    const done = [...this.#entries.values()].filter(({ isTold }) => isTold)
    for (const { id } of done.slice(0, Math.max(0, this.#entries.size - keptChildren))) this.#entries.delete(id)
  }
}

interface Entry extends BackgroundChild {
  readonly stop: AbortController
  ended?: ChildResult
  isTold: boolean
}
