import { InterruptError } from '@hermes/core'
import { untilAborted } from '@hermes/core/wiring'
import type { QueuedInput } from '../../contracts/conversation-state.js'
import type { OpenSubmission } from './submission.js'

export interface PendingInputOptions {
  readonly input: QueuedInput
  readonly submission: OpenSubmission
  /**
   * Set for a steer: whether it steers the running turn or that of an earlier process. Default: the input has its own
   * turn.
   */
  readonly steers?: 'running-turn' | 'earlier-turn'
  /** Whether its turn does not wait for another one, because there is none or it is interrupted. Default false. */
  readonly isNext?: boolean
}

/** An accepted input, from its submission to the end of its turn. */
export class PendingInput {
  readonly input: QueuedInput
  readonly submission: OpenSubmission
  /** Whether the input was submitted as a steer. */
  readonly isSteer: boolean
  /** Whether a turn of an earlier process may have read the input. */
  readonly mayBeRead: boolean
  /** Aborted when the input is canceled. */
  readonly cancelled = new AbortController()
  /** See {@link PendingInputOptions.isNext}. */
  readonly isNext: boolean
  /** Whether onlookers have been notified that the input is queued. */
  isShown = false
  /** Whether the queue has handed the input out. */
  isHandled = false
  /** Whether its turn is running. */
  hasBegun = false
  /** Whether the input is in the queue. */
  isStored = false
  readonly #stored = Promise.withResolvers<boolean>()
  #steered: PromiseWithResolvers<'read' | 'unread'> | undefined
  #isRead = false
  readonly #stopped = new AbortController()

  constructor({ input, submission, steers, isNext = false }: PendingInputOptions) {
    this.input = input
    this.submission = submission
    this.isNext = isNext
    this.isSteer = steers !== undefined
    this.mayBeRead = steers === 'earlier-turn'
    if (steers === 'running-turn') this.#steered = Promise.withResolvers()
  }

  /** Whether onlookers see the input in the queue. */
  get isWaiting(): boolean {
    return this.isShown && !this.hasBegun
  }

  /** Whether a turn has read the input, which the queue has yet to record. */
  get isRead(): boolean {
    return this.#isRead
  }

  /** Whether the input steers the running turn, which has not returned it. */
  get isSteering(): boolean {
    return this.#steered !== undefined
  }

  /** Aborted when the turn must end as soon as the input is stored. */
  get stopped(): AbortSignal {
    return this.#stopped.signal
  }

  /** Ends the turn, which has not started, as soon as the input is stored. */
  stop(reason: string | undefined): void {
    this.#stopped.abort(new InterruptError(reason))
  }

  /** Resolves when the input is in the queue; to `false` when it was refused as a duplicate, or could not be stored. */
  get stored(): Promise<boolean> {
    return this.#stored.promise
  }

  markStored(isStored = true): void {
    this.isStored = isStored
    this.#stored.resolve(isStored)
  }

  /** Called when the running turn has read the steer. */
  markRead(): void {
    this.#isRead = true
    this.#steered?.resolve('read')
  }

  /** Called when the running turn has ended without reading the steer: the input gets its own turn. */
  markUnread(): void {
    this.#steered?.resolve('unread')
    this.#steered = undefined
  }

  /** Whether the running turn has read the steer. Waits until that is known. */
  async wasSteered(signal: AbortSignal): Promise<boolean> {
    if (this.#steered) return (await untilAborted(this.#steered.promise, signal)) === 'read'
    return this.#isRead
  }
}
