import { InterruptError, StoreError } from '@hermes/core'
import type { PutOptions } from '@hermes/core/queue'
import type { QueuedInput } from '../../contracts/conversation-state.js'
import type { Acceptance } from '../../contracts/submission.js'
import { Handover, type HandoverOptions, leftStatus } from './handover.js'
import type { KeptInput } from './input-payload.js'
import type { InputClaim } from './inputs.js'
import { isDroppedSoon } from './is-dropped-soon.js'
import { LaneWorker } from './lane-worker.js'
import { PendingInput } from './pending-input.js'
import { PendingInputs, type PendingInputsOptions } from './pending-inputs.js'
import { createSubmission, duplicate, type OpenSubmission, refuse } from './submission.js'
import { toError } from './to-error.js'
import { waitBriefly } from './wait-briefly.js'

export interface InputLaneOptions extends PendingInputsOptions, Omit<HandoverOptions, 'pending'> {
  /** Returns the seed of a conversation that is not stored yet. */
  readonly seedOf: () => Pick<KeptInput, 'seed'>
  /** Takes a steer back from the running turn. @returns `false` when the model may have read it. */
  readonly withdrawSteer: (inputId: string) => boolean
  /** Called when the id was used before. */
  readonly onDuplicate: (submission: OpenSubmission) => void
}

interface PutInputOptions extends PutOptions {
  /** Whether its turn starts without the queue: see `UserInput.isNew`. Only while nothing is queued. */
  readonly isNew?: boolean
  /** How the input is accepted. Default: as queued. */
  readonly acceptance?: Acceptance
  /** Steers the running turn when the input is safe. @returns `false` when the turn no longer accepts it. */
  readonly steer?: () => boolean
  /** Whether a steer that the turn does not accept is refused instead of getting its own turn. Default false. */
  readonly isOnlySteer?: boolean
  /** Whether the input interrupts the running turn. Default false. */
  readonly interrupts?: boolean
}

/** A shared error: collecting the stack of a new one takes longer than everything else that ends a lane. */
const nothingQueued = new InterruptError('Nothing is queued.')

/** The queued inputs of a conversation, between the queue that stores them and their turns. */
export class InputLane {
  readonly #options: InputLaneOptions
  readonly #pending: PendingInputs
  readonly #handover: Handover
  readonly #worker: LaneWorker
  /**
   * Resolves when the input that is stored with its turn has been stored: after a crash, later inputs must not be found before
   * it.
   */
  #unput: Promise<void> | undefined
  /** Inputs that were handed out while a submission with the same id is being stored. */
  #undecided = 0

  constructor(options: InputLaneOptions) {
    this.#options = options
    this.#pending = new PendingInputs({
      ...options,
      onActivity: () => {
        if (this.#pending.isEmpty && this.#undecided === 0) this.#worker.stop(nothingQueued)
        options.onActivity()
      },
    })
    this.#handover = new Handover({ ...options, pending: this.#pending })
    this.#worker = new LaneWorker({
      inputs: options.inputs,
      handle: (kept, claim, stop) => this.#handle(kept, claim, stop),
      check: () => this.#dropLost(),
    })
  }

  /** Whether an input is queued, or its turn is running. */
  get isBusy(): boolean {
    return this.#pending.isBusy
  }

  /** Whether an unread steer is queued. */
  get hasUnread(): boolean {
    return this.#pending.hasUnread
  }

  get queued(): readonly QueuedInput[] {
    return this.#pending.queued
  }

  /** Inputs that have not started a turn, and that no turn has read. */
  get unread(): readonly QueuedInput[] {
    return this.#pending
      .list()
      .filter(({ hasBegun, isRead }) => !hasBegun && !isRead)
      .map(({ input }) => input)
  }

  /** Returns the submission of an input that is queued or whose turn is running. */
  find(id: string): OpenSubmission | undefined {
    return this.#pending.get(id)?.submission
  }

  /**
   * Puts an input into the queue.
   * @returns whether it was accepted: `false` for a duplicate, and if it could not be stored.
   */
  async put(
    input: QueuedInput,
    submission: OpenSubmission,
    {
      acceptance,
      steer,
      isOnlySteer = false,
      interrupts = false,
      isVolatile = false,
      isNew = false,
    }: PutInputOptions = {},
  ): Promise<boolean> {
    const same = this.#pending.get(input.id)
    if (same) {
      if (same.isSteering) duplicate(submission)
      else this.#options.onDuplicate(submission)
      return false
    }
    const isNext = interrupts || acceptance !== undefined
    const pending = this.#add(new PendingInput({ input, submission, isNext, ...(steer && { steers: 'running-turn' }) }))
    // Decided synchronously, so that later inputs keep their place behind this one even if the store cannot do it.
    const isUnput = isNew && this.#options.inputs.isDurable
    if (!isUnput && this.#unput) await waitBriefly(this.#unput)
    const onStored = isUnput ? this.#beginUnput() : undefined
    if (onStored) {
      const ofTurn = { ...this.#options.seedOf(), onStored }
      const isTaken = await this.#handover.takeUnput(pending, { acceptance, ...ofTurn })
      if (isTaken) onStored()
      if (isTaken) return true
    }
    this.#worker.start({ hasOld: false })
    try {
      const kept: KeptInput = { input, ...this.#options.seedOf(), ...(steer && { isSteer: true }) }
      const isAccepted = await this.#options.inputs.put(kept, { isVolatile }).finally(onStored)
      if (!isAccepted) {
        this.#leave(pending)
        this.#options.onDuplicate(submission)
        return false
      }
    } catch (error) {
      this.#leave(pending)
      submission.reject(toError(error))
      return false
    }
    const isSteering = steer?.() ?? false
    if (acceptance) submission.accept(acceptance)
    else if (!isSteering && !isOnlySteer) this.return(input.id)
    pending.markStored()
    if (isSteering || !isOnlySteer) return true
    refuse(submission, 'too-late')
    await this.#drop(pending)
    return false
  }

  /** Called when the running turn has read the steer. */
  read(id: string): void {
    this.#pending.get(id)?.markRead()
  }

  /** Called when the turn did not read the steer: it becomes a separate turn. */
  return(id: string): void {
    const pending = this.#pending.get(id)
    if (!pending) return
    pending.markUnread()
    this.#pending.show(pending)
  }

  /**
   * Ends the turns of inputs that do not wait for another turn, as soon as they are stored.
   * @returns whether there are any.
   */
  stopNext(reason: string | undefined): boolean {
    const next = this.#pending.list().filter(({ isNext, hasBegun, isRead }) => isNext && !hasBegun && !isRead)
    for (const pending of next) pending.stop(reason)
    return next.length > 0
  }

  takeId(id: string): Promise<boolean> {
    return this.#options.inputs.takeId(id)
  }

  /** Takes over inputs that are already in the queue. */
  async resume(): Promise<void> {
    for (const kept of await this.#options.inputs.list()) if (!this.#pending.get(kept.input.id)) this.#adopt(kept)
    if (!this.#pending.isEmpty) this.#worker.start({ hasOld: true })
  }

  /** Closes the lane and leaves queued inputs in the queue. */
  close(): void {
    this.#worker.close()
    this.#handover.close()
    for (const { submission, hasBegun, isRead } of this.#pending.list()) {
      if (!hasBegun && !isRead) submission.end({ status: leftStatus(this.#options.inputs) })
    }
  }

  #add(pending: PendingInput): PendingInput {
    this.#pending.add(pending)
    pending.submission.cancelWith(() => this.#cancel(pending))
    return pending
  }

  /** Adopts an input of an earlier process, which no caller waits for here. */
  #adopt({ input, isSteer }: KeptInput): PendingInput {
    const submission = createSubmission(input.id)
    const pending = this.#add(new PendingInput({ input, submission, ...(isSteer && { steers: 'earlier-turn' }) }))
    pending.markStored()
    this.#pending.show(pending)
    return pending
  }

  /**
   * Marks the start of an input that is not queued.
   * @returns a function to call when the input is stored, or has been queued after all.
   */
  #beginUnput(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#unput = promise
    return () => {
      resolve()
      if (this.#unput === promise) this.#unput = undefined
    }
  }

  /** Removes an input that is not in the queue, at least not for this submission. */
  #leave(pending: PendingInput): void {
    this.#pending.remove(pending)
    pending.markStored(false)
  }

  async #handle(kept: KeptInput, claim: InputClaim, stop: AbortSignal): Promise<void> {
    await this.#handover.take(await this.#inputOf(kept), { claim, stop })
  }

  /**
   * Returns the input submitted here, unless another process stored the same one first: then the queue hands out that
   * one.
   */
  async #inputOf(kept: KeptInput): Promise<PendingInput> {
    const { id } = kept.input
    this.#undecided += 1
    try {
      let own = this.#pending.get(id)
      while (own && !(await own.stored)) own = this.#pending.get(id)
      return own ?? this.#adopt(kept)
    } finally {
      this.#undecided -= 1
    }
  }

  /** Drops inputs that another process with the same conversation has taken from the queue. */
  async #dropLost(): Promise<void> {
    const waiting = this.#pending
      .list()
      .filter(({ isStored, isHandled, isSteering, isRead }) => isStored && !isHandled && !isSteering && !isRead)
    try {
      const there = waiting.length > 0 ? await this.#options.inputs.list() : []
      const ids = new Set(there.map(({ input: { id } }) => id))
      for (const pending of waiting.filter(({ input, isHandled }) => !ids.has(input.id) && !isHandled))
        this.#pending.drop(pending, 'elsewhere')
    } catch (error) {
      // If the store is unavailable, the next check tries again.
      if (!StoreError.is(error)) throw error
    }
  }

  async #cancel(pending: PendingInput): Promise<boolean> {
    if (!(await pending.stored)) return false
    if (pending.isSteering && !this.#options.withdrawSteer(pending.input.id)) return false
    return this.#drop(pending)
  }

  /** Drops a stored input. @returns `false` when another process runs its turn. */
  async #drop(pending: PendingInput): Promise<boolean> {
    const { inputs } = this.#options
    const isHere = pending.isHandled || (await inputs.remove(pending.input.id)) || pending.isHandled
    if (pending.hasBegun) return pending.submission.cancel()
    pending.cancelled.abort(new InterruptError('The input was cancelled.'))
    if (!isHere) return isDroppedSoon(pending)
    this.#pending.drop(pending, 'cancelled')
    return true
  }
}
