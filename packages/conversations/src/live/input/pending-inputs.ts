import type { QueuedInput } from '../../contracts/conversation-state.js'
import type { PendingInput } from './pending-input.js'

export interface PendingInputsOptions {
  readonly onQueued: (input: QueuedInput) => void
  readonly onUnqueued: (id: string, why: 'turn' | 'cancelled' | 'elsewhere') => void
  /** Called when the queued inputs have changed for onlookers. */
  readonly onChange: () => void
  /** Called when {@link PendingInputs.isBusy} may have changed. */
  readonly onActivity: () => void
}

/** The pending inputs of a conversation in order, and what onlookers are told about them. */
export class PendingInputs {
  readonly #options: PendingInputsOptions
  readonly #byId = new Map<string, PendingInput>()

  constructor(options: PendingInputsOptions) {
    this.#options = options
  }

  get isEmpty(): boolean {
    return this.#byId.size === 0
  }

  /** Whether an input is queued, or its turn is running. */
  get isBusy(): boolean {
    return this.#byId.values().some(({ isRead }) => !isRead)
  }

  /** Whether an unread steer is queued. */
  get hasUnread(): boolean {
    return this.#byId.values().some(({ isSteer, isWaiting }) => isSteer && isWaiting)
  }

  /** The inputs that onlookers see in the queue. */
  get queued(): readonly QueuedInput[] {
    return this.list()
      .filter(({ isWaiting }) => isWaiting)
      .map(({ input }) => input)
  }

  list(): readonly PendingInput[] {
    return [...this.#byId.values()]
  }

  get(id: string): PendingInput | undefined {
    return this.#byId.get(id)
  }

  add(pending: PendingInput): void {
    this.#byId.set(pending.input.id, pending)
    this.#options.onActivity()
  }

  /** Shows an input that is queued for its own turn. */
  show(pending: PendingInput): void {
    if (pending.isShown) return
    pending.isShown = true
    pending.submission.accept({ as: 'queued', position: this.queued.length })
    this.#options.onQueued(pending.input)
    this.#options.onChange()
  }

  /** Marks the start of the input's turn. */
  begin(pending: PendingInput): void {
    pending.hasBegun = true
    if (!pending.isShown) return
    this.#options.onUnqueued(pending.input.id, 'turn')
    this.#options.onChange()
  }

  /** Drops an input that left the queue without a turn here. */
  drop(pending: PendingInput, why: 'cancelled' | 'elsewhere'): void {
    if (this.#byId.get(pending.input.id) !== pending) return
    pending.submission.end({ status: why })
    if (pending.isShown) this.#options.onUnqueued(pending.input.id, why)
    this.remove(pending)
  }

  remove(pending: PendingInput): void {
    const { id } = pending.input
    if (this.#byId.get(id) === pending) this.#byId.delete(id)
    if (pending.isWaiting) this.#options.onChange()
    this.#options.onActivity()
  }
}
