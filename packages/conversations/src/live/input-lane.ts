import { describeError, InterruptError, type Logger, StoreError } from '@hermes/core'
import type { QueuedInput } from '../contracts/conversation-state.js'
import type { Acceptance } from '../contracts/submission.js'
import type { InputClaim, Inputs } from './inputs.js'
import type { Slot } from './slot.js'
import { createSubmission, duplicate, type OpenSubmission } from './submission.js'
import { toError } from './to-error.js'

export interface InputLaneOptions {
  readonly inputs: Inputs
  readonly slot: Slot
  readonly logger: Logger
  /** Takes the turn of an input; the slot is taken. @returns what tells its end. Throws when the input has to stay in the queue. */
  readonly run: (input: QueuedInput, submission: OpenSubmission, claim?: InputClaim) => Promise<() => void>
  readonly onQueued: (input: QueuedInput) => void
  readonly onUnqueued: (id: string, why: 'turn' | 'cancelled') => void
  /** What is queued has changed. */
  readonly onChange: () => void
}

interface Pending {
  readonly input: QueuedInput
  readonly submission: OpenSubmission
  /** Resolves once it is in the queue. */
  readonly stored: Promise<unknown>
  /** Aborted when it is cancelled. */
  readonly cancelled: AbortController
  /** Onlookers know that it waits. */
  isShown: boolean
  /** The queue has handed it out. */
  isHandled: boolean
  /** Its turn runs. */
  hasBegun: boolean
}

/** The inputs of a conversation that wait, between the queue that keeps them and the turns that they become. */
export class InputLane {
  readonly #options: InputLaneOptions
  readonly #pending = new Map<string, Pending>()
  #worker: { readonly controller: AbortController; readonly ended: Promise<void> } | undefined
  #isClosed = false

  constructor(options: InputLaneOptions) {
    this.#options = options
  }

  /** An input waits, or its turn runs. */
  get isBusy(): boolean {
    return this.#pending.size > 0
  }

  get queued(): readonly QueuedInput[] {
    return [...this.#pending.values()].filter(({ isShown, hasBegun }) => isShown && !hasBegun).map(({ input }) => input)
  }

  /** @returns whether it was taken: `false` for a duplicate, and where it could not be stored. */
  async put(input: QueuedInput, submission: OpenSubmission, acceptance?: Acceptance): Promise<boolean> {
    if (this.#pending.has(input.id)) {
      duplicate(submission)
      return false
    }
    const stored = Promise.withResolvers<void>()
    const pending = this.#add(input, submission, stored.promise)
    try {
      if (!(await this.#options.inputs.put(input))) {
        this.#forget(pending)
        duplicate(submission)
        return false
      }
    } catch (error) {
      this.#forget(pending)
      submission.reject(toError(error))
      return false
    }
    if (acceptance) submission.accept(acceptance)
    else this.#show(pending)
    stored.resolve()
    this.#work()
    return true
  }

  takeId(id: string): Promise<boolean> {
    return this.#options.inputs.takeId(id)
  }

  /** Takes over what is in the queue already. */
  async resume(): Promise<void> {
    for (const input of await this.#options.inputs.list()) if (!this.#pending.has(input.id)) this.#adopt(input)
    if (this.#pending.size > 0) this.#work()
  }

  /** Leaves what waits in the queue. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#worker?.controller.abort(new InterruptError('The process is stopping.'))
    const status = this.#options.inputs.isDurable ? 'left-queued' : 'cancelled'
    for (const { submission, hasBegun } of this.#pending.values()) if (!hasBegun) submission.end({ status })
    await this.#worker?.ended
  }

  #add(input: QueuedInput, submission: OpenSubmission, stored: Promise<unknown>): Pending {
    const cancelled = new AbortController()
    const pending = { input, submission, stored, cancelled, isShown: false, isHandled: false, hasBegun: false }
    this.#pending.set(input.id, pending)
    submission.cancelWith(() => this.#cancel(pending))
    return pending
  }

  /** An input of a process before this one: nobody here waits for its end. */
  #adopt(input: QueuedInput): Pending {
    const pending = this.#add(input, createSubmission(input.id), Promise.resolve())
    this.#show(pending)
    return pending
  }

  #show(pending: Pending): void {
    pending.isShown = true
    pending.submission.accept({ as: 'queued', position: this.queued.length })
    this.#options.onQueued(pending.input)
    this.#options.onChange()
  }

  #work(): void {
    if (this.#worker || this.#isClosed) return
    const controller = new AbortController()
    const { inputs, logger } = this.#options
    const ended = inputs
      .work((input, claim) => this.#handle(input, controller.signal, claim), controller.signal)
      .catch((error: unknown) => {
        logger.log('error', `What is queued cannot be worked on: ${describeError(error)}`)
        if (this.#worker?.controller === controller) this.#worker = undefined
      })
    this.#worker = { controller, ended }
  }

  async #handle(input: QueuedInput, stop: AbortSignal, claim?: InputClaim): Promise<void> {
    const pending = this.#pending.get(input.id) ?? this.#adopt(input)
    pending.isHandled = true
    try {
      await pending.stored
      const tellEnd = await this.#begin(pending, stop, claim)
      this.#forget(pending)
      tellEnd()
    } catch (error) {
      pending.isHandled = false
      pending.hasBegun = false
      if (pending.cancelled.signal.aborted) return this.#forget(pending)
      if (claim && (claim.signal.aborted || isFenced(error))) {
        pending.submission.end({ status: 'elsewhere' })
        this.#forget(pending)
      }
      throw error
    }
  }

  async #begin(pending: Pending, stop: AbortSignal, claim: InputClaim | undefined): Promise<() => void> {
    const { slot, run, onUnqueued, onChange } = this.#options
    const signals = [stop, pending.cancelled.signal, ...(claim ? [claim.signal] : [])]
    const free = await slot.take(AbortSignal.any(signals))
    try {
      for (const signal of signals) signal.throwIfAborted()
      pending.hasBegun = true
      if (pending.isShown) {
        onUnqueued(pending.input.id, 'turn')
        onChange()
      }
      return await run(pending.input, pending.submission, claim)
    } finally {
      free()
    }
  }

  #forget(pending: Pending): void {
    if (this.#pending.get(pending.input.id) === pending) this.#pending.delete(pending.input.id)
    if (this.#pending.size === 0) {
      this.#worker?.controller.abort(new InterruptError('Nothing is queued.'))
      this.#worker = undefined
    }
    this.#options.onChange()
  }

  async #cancel(pending: Pending): Promise<boolean> {
    const { inputs, onUnqueued } = this.#options
    const { id } = pending.input
    await pending.stored
    if (!pending.isHandled && !(await inputs.remove(id)) && !pending.isHandled) return false
    if (pending.hasBegun) return pending.submission.cancel()
    pending.submission.end({ status: 'cancelled' })
    pending.cancelled.abort(new InterruptError('The input was cancelled.'))
    if (pending.isShown) onUnqueued(id, 'cancelled')
    this.#forget(pending)
    return true
  }
}

/** Another process has the input. */
function isFenced(error: unknown): boolean {
  return StoreError.is(error) && error.kind === 'fenced'
}
