import { InterruptError, StoreError } from '@hermes/core'
import type { QueuedInput } from '../../contracts/conversation-state.js'
import type { Acceptance } from '../../contracts/submission.js'
import type { InputClaim, Inputs } from './inputs.js'
import type { PendingInput } from './pending-input.js'
import type { PendingInputs } from './pending-inputs.js'
import type { Slot } from './slot.js'
import type { OpenSubmission } from './submission.js'
import { toError } from './to-error.js'

export interface HandoverOptions {
  readonly inputs: Inputs
  readonly pending: PendingInputs
  readonly slot: Slot
  /**
   * Runs the turn of an input in the acquired slot.
   * @returns a function that reports its end.
   * @throws when the input could not be stored.
   */
  readonly run: (input: QueuedInput, submission: OpenSubmission, from: HandedOver) => Promise<() => void>
  /** Returns the turn of an earlier process that has read the input with this id. */
  readonly readBy: (id: string, signal: AbortSignal) => Promise<string | undefined>
}

/** The source of a turn's input. */
export interface HandedOver {
  readonly claim: InputClaim
  /** See {@link PendingInput.stopped}. */
  readonly stopped: AbortSignal
}

/** What may end an input before its turn. */
interface Handed {
  readonly claim: InputClaim
  /** Aborted when the process stops, or nothing is queued. */
  readonly stop: AbortSignal
}

interface UnputOptions extends Pick<InputClaim, 'seed' | 'onStored'> {
  readonly acceptance: Acceptance | undefined
}

/** Hands inputs from the queue to their turns. */
export class Handover {
  readonly #options: HandoverOptions
  #stopUnput: AbortController | undefined

  constructor(options: HandoverOptions) {
    this.#options = options
  }

  /** Resolves when the turn of the input has ended. @throws when the queue must hand it out again. */
  async take(input: PendingInput, handed: Handed): Promise<void> {
    const { pending } = this.#options
    input.isHandled = true
    try {
      const tellEnd = await this.#begin(input, handed)
      pending.remove(input)
      tellEnd()
    } catch (error) {
      input.isHandled = false
      input.hasBegun = false
      if (input.cancelled.signal.aborted) return pending.drop(input, 'cancelled')
      this.#fail(input, error, handed)
      throw error
    }
  }

  /**
   * Runs the turn of an input that is not queued, and is stored with its turn. Only for durable inputs.
   * @returns `false` when the input has had no effect and must be queued.
   */
  async takeUnput(input: PendingInput, { acceptance, ...ofTurn }: UnputOptions): Promise<boolean> {
    const { inputs, pending } = this.#options
    this.#stopUnput = new AbortController()
    const { signal: stop } = this.#stopUnput
    const claim: InputClaim = {
      settles: inputs.unput(input.input.id),
      signal: new AbortController().signal,
      isLastAttempt: false,
      isKept: true,
    }
    input.markStored()
    if (acceptance) input.submission.accept(acceptance)
    try {
      await this.take(input, { claim: { ...claim, ...ofTurn }, stop })
    } catch {
      // If the submission has ended, it knows the reason and is no longer pending. Otherwise the queue is tried, which also fails if the
      // store does.
      input.isStored = false
      return pending.get(input.input.id) !== input
    }
    return true
  }

  /** Prevents inputs that are not queued from starting their turns. */
  close(): void {
    this.#stopUnput?.abort(new InterruptError('The process is stopping.'))
  }

  async #begin(input: PendingInput, { claim, stop }: Handed): Promise<() => void> {
    const { pending, slot, run } = this.#options
    const signals = [stop, input.cancelled.signal, claim.signal]
    const read = await this.#readBefore(input, AbortSignal.any(signals))
    if (read) return read
    const free = await slot.take(AbortSignal.any(signals))
    try {
      for (const signal of signals) signal.throwIfAborted()
      pending.begin(input)
      return await run(input.input, input.submission, { claim, stopped: input.stopped })
    } finally {
      free()
    }
  }

  /** Handles a steer that an earlier turn has read: reports its end, unless that turn has done so. */
  async #readBefore(input: PendingInput, signal: AbortSignal): Promise<(() => void) | undefined> {
    if (!input.mayBeRead) return (await input.wasSteered(signal)) ? () => undefined : undefined
    const turnId = await this.#options.readBy(input.input.id, signal)
    if (turnId === undefined) return undefined
    this.#options.pending.begin(input)
    return () => input.submission.end({ status: 'steered', turnId })
  }

  /** Keeps an input that may be handed out again. */
  #fail(input: PendingInput, error: unknown, { claim, stop }: Handed): void {
    const { inputs, pending } = this.#options
    const isElsewhere = claim.signal.aborted || (StoreError.is(error) && error.kind === 'fenced')
    const isOver = !StoreError.is(error) || claim.isLastAttempt
    if (isElsewhere) input.submission.end({ status: 'elsewhere' })
    else if (stop.aborted) input.submission.end({ status: leftStatus(inputs) })
    else if (isOver) input.submission.reject(toError(error))
    else return
    pending.remove(input)
  }
}

/** Returns the status of an input that its process leaves in the queue. */
export function leftStatus({ isDurable }: Inputs): 'left-queued' | 'cancelled' {
  return isDurable ? 'left-queued' : 'cancelled'
}
