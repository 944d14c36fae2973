import { InterruptError } from '@hermes/core'
import { untilAborted } from '@hermes/core/wiring'
import type { QueuedInput } from '../../contracts/conversation-state.js'
import type { OpenSubmission } from './submission.js'

export interface PendingInputOptions {
  readonly input: QueuedInput
  readonly submission: OpenSubmission
  /** Set for a steer: whether its turn is the running one, or that of an earlier process. Default: its own turn. */
  readonly steers?: 'running-turn' | 'earlier-turn'
  /** Its turn does not wait for another one to end: there is none, or it is interrupted. Default false. */
  readonly isNext?: boolean
}

/** One accepted input, from its submission to the end of its turn. */
export class PendingInput {
  readonly input: QueuedInput
  readonly submission: OpenSubmission
  /** It was submitted as a steer. */
  readonly isSteer: boolean
  /** A turn of an earlier process may have read it. */
  readonly mayBeRead: boolean
  /** Aborted when it is cancelled. */
  readonly cancelled = new AbortController()
  /** See {@link PendingInputOptions.isNext}. */
  readonly isNext: boolean
  /** Onlookers have been notified that it is queued. */
  isShown = false
  /** The queue has handed it out. */
  isHandled = false
  /** Its turn is running. */
  hasBegun = false
  /** It is in the queue. */
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

  /** Onlookers see it in the queue. */
  get isWaiting(): boolean {
    return this.isShown && !this.hasBegun
  }

  /** A turn has read it, which only the queue must still record. */
  get isRead(): boolean {
    return this.#isRead
  }

  /** It is for the running turn, which has not returned it. */
  get isSteering(): boolean {
    return this.#steered !== undefined
  }

  /** Aborted when its turn is to end as soon as the input is stored. */
  get stopped(): AbortSignal {
    return this.#stopped.signal
  }

  /** Ends its turn, which has not begun, as soon as the input is stored. */
  stop(reason: string | undefined): void {
    this.#stopped.abort(new InterruptError(reason))
  }

  /** Resolves when it is in the queue; to `false` when it was refused as a duplicate, or could not be stored. */
  get stored(): Promise<boolean> {
    return this.#stored.promise
  }

  markStored(isStored = true): void {
    this.isStored = isStored
    this.#stored.resolve(isStored)
  }

  /** The running turn has read the steer. */
  markRead(): void {
    this.#isRead = true
    this.#steered?.resolve('read')
  }

  /** The running turn has ended without reading the steer: the input gets its own turn. */
  markUnread(): void {
    this.#steered?.resolve('unread')
    this.#steered = undefined
  }

  /** Whether the running turn has read the steer; waits until that is known. */
  async wasSteered(signal: AbortSignal): Promise<boolean> {
    if (this.#steered) return (await untilAborted(this.#steered.promise, signal)) === 'read'
    return this.#isRead
  }
}
