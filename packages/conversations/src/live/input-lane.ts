import { InterruptError, StoreError } from '@hermes/core'
import { untilAborted } from '@hermes/core/wiring'
import type { QueuedInput } from '../contracts/conversation-state.js'
import type { Acceptance } from '../contracts/submission.js'
import type { KeptInput } from './input-payload.js'
import type { InputClaim, Inputs } from './inputs.js'
import type { Slot } from './slot.js'
import { createSubmission, duplicate, type OpenSubmission } from './submission.js'
import { toError } from './to-error.js'

/** How often a conversation checks whether its inputs are still queued. */
const checkMs = 5_000

export interface InputLaneOptions {
  readonly inputs: Inputs
  readonly slot: Slot
  /** The seed of a conversation that is not stored yet. */
  readonly seedOf: () => Pick<KeptInput, 'seed'>
  /** Runs the turn of an input in the acquired slot. @returns a function that reports its end. Throws why the input could not be stored. */
  readonly run: (input: QueuedInput, submission: OpenSubmission, claim: InputClaim) => Promise<() => void>
  /** Whether the session contains the input with this id, that is, a turn has read it. */
  readonly wasRead: (id: string, signal: AbortSignal) => Promise<boolean>
  /** Whether the id was used before. */
  readonly onDuplicate: (submission: OpenSubmission) => void
  readonly onQueued: (input: QueuedInput) => void
  readonly onUnqueued: (id: string, why: 'turn' | 'cancelled' | 'elsewhere') => void
  /** The queued inputs have changed for onlookers. */
  readonly onChange: () => void
  /** {@link InputLane.isBusy} may have changed. */
  readonly onActivity: () => void
}

interface Pending {
  readonly input: QueuedInput
  readonly submission: OpenSubmission
  /** Resolves when it is in the queue. */
  readonly stored: Promise<unknown>
  /** For a steer: whether the running turn has read it. */
  steer?: PromiseWithResolvers<'read' | 'unread'> | undefined
  readonly isSteer: boolean
  /** It was a steer for a turn of an earlier process. */
  readonly mayBeRead: boolean
  /** A turn has read it, which only the queue must still record. */
  isRead: boolean
  /** Aborted when it is cancelled. */
  readonly cancelled: AbortController
  /** Onlookers have been notified that it is queued. */
  isShown: boolean
  /** The queue has handed it out. */
  isHandled: boolean
  /** Its turn is running. */
  hasBegun: boolean
}

interface PutOptions {
  /** How it is accepted. Default: as queued. */
  readonly acceptance?: Acceptance
  /** Steers the running turn when the input is safe. @returns `false` when the turn no longer accepts it. */
  readonly steer?: () => boolean
}

/** The queued inputs of a conversation, between the queue that stores them and their turns. */
export class InputLane {
  readonly #options: InputLaneOptions
  readonly #pending = new Map<string, Pending>()
  /** Aborted when nothing may be handed out any more. */
  #worker: AbortController | undefined
  #check: ReturnType<typeof setTimeout> | undefined
  #isClosed = false

  constructor(options: InputLaneOptions) {
    this.#options = options
  }

  /** Whether an input is queued, or its turn is running. */
  get isBusy(): boolean {
    return this.#pending.values().some(({ isRead }) => !isRead)
  }

  /** Whether an unread steer is queued. */
  get hasUnread(): boolean {
    return this.#pending.values().some(({ isSteer, isShown, hasBegun }) => isSteer && isShown && !hasBegun)
  }

  get queued(): readonly QueuedInput[] {
    return [...this.#pending.values()].filter(({ isShown, hasBegun }) => isShown && !hasBegun).map(({ input }) => input)
  }

  /** The submission of an input that is queued or whose turn is running. */
  find(id: string): OpenSubmission | undefined {
    return this.#pending.get(id)?.submission
  }

  /** @returns whether it was accepted: `false` for a duplicate, and if it could not be stored. */
  async put(input: QueuedInput, submission: OpenSubmission, { acceptance, steer }: PutOptions = {}): Promise<boolean> {
    const same = this.#pending.get(input.id)
    if (same) {
      if (same.steer) duplicate(submission)
      else this.#options.onDuplicate(submission)
      return false
    }
    const stored = Promise.withResolvers<void>()
    const pending = this.#add({ input, isSteer: steer !== undefined }, submission, stored.promise)
    this.#work({ hasOld: false })
    try {
      const kept: KeptInput = { input, ...this.#options.seedOf(), ...(steer && { isSteer: true }) }
      if (!(await this.#options.inputs.put(kept))) {
        this.#forget(pending)
        this.#options.onDuplicate(submission)
        return false
      }
    } catch (error) {
      this.#forget(pending)
      submission.reject(toError(error))
      return false
    }
    if (acceptance) submission.accept(acceptance)
    else if (!steer?.()) this.return(pending.input.id)
    stored.resolve()
    return true
  }

  /** The running turn has read the steer. */
  read(id: string): void {
    const pending = this.#pending.get(id)
    if (!pending) return
    pending.isRead = true
    pending.steer?.resolve('read')
  }

  /** The turn did not read the steer: it becomes a separate turn. */
  return(id: string): void {
    const pending = this.#pending.get(id)
    if (!pending) return
    pending.steer?.resolve('unread')
    pending.steer = undefined
    this.#show(pending)
  }

  takeId(id: string): Promise<boolean> {
    return this.#options.inputs.takeId(id)
  }

  /** Takes over inputs that are already in the queue. */
  async resume(): Promise<void> {
    for (const kept of await this.#options.inputs.list()) if (!this.#pending.has(kept.input.id)) this.#adopt(kept)
    if (this.#pending.size > 0) this.#work({ hasOld: true })
  }

  /** Leaves queued inputs in the queue. */
  close(): void {
    this.#isClosed = true
    this.#stop('The process is stopping.')
    for (const { submission, hasBegun, isRead } of this.#pending.values()) {
      if (!hasBegun && !isRead) submission.end({ status: this.#leftStatus })
    }
  }

  get #leftStatus(): 'left-queued' | 'cancelled' {
    return this.#options.inputs.isDurable ? 'left-queued' : 'cancelled'
  }

  #add(
    { input, isSteer = false }: KeptInput,
    submission: OpenSubmission,
    stored: Promise<unknown>,
    mayBeRead = false,
  ): Pending {
    const cancelled = new AbortController()
    const state = { isRead: false, isShown: false, isHandled: false, hasBegun: false }
    const steer = isSteer && !mayBeRead ? Promise.withResolvers<'read' | 'unread'>() : undefined
    const pending: Pending = { input, submission, stored, cancelled, steer, isSteer, mayBeRead, ...state }
    this.#pending.set(input.id, pending)
    this.#options.onActivity()
    submission.cancelWith(() => this.#cancel(pending))
    return pending
  }

  /** An input of an earlier process: no caller here waits for it. */
  #adopt(kept: KeptInput): Pending {
    const { isSteer = false } = kept
    const pending = this.#add(kept, createSubmission(kept.input.id), Promise.resolve(), isSteer)
    this.#show(pending)
    return pending
  }

  #show(pending: Pending): void {
    if (pending.isShown) return
    pending.isShown = true
    pending.submission.accept({ as: 'queued', position: this.queued.length })
    this.#options.onQueued(pending.input)
    this.#options.onChange()
  }

  #work({ hasOld }: { readonly hasOld: boolean }): void {
    if (this.#isClosed || (this.#worker && !hasOld)) return
    const worker = this.#worker ?? new AbortController()
    this.#worker = worker
    const { signal } = worker
    this.#options.inputs.work((kept, claim) => this.#handle(kept, claim, signal), { signal, hasOld })
    this.#check ??= setTimeout(() => this.#findLost(), checkMs)
  }

  #stop(reason: string): void {
    clearTimeout(this.#check)
    this.#check = undefined
    this.#worker?.abort(new InterruptError(reason))
    this.#worker = undefined
  }

  async #handle(kept: KeptInput, claim: InputClaim, stop: AbortSignal): Promise<void> {
    const pending = this.#pending.get(kept.input.id) ?? this.#adopt(kept)
    pending.isHandled = true
    try {
      await pending.stored
      const tellEnd = await this.#begin(pending, claim, stop)
      this.#forget(pending)
      tellEnd()
    } catch (error) {
      pending.isHandled = false
      pending.hasBegun = false
      if (pending.cancelled.signal.aborted) return this.#forget(pending)
      this.#fail(pending, error, { claim, stop })
      throw error
    }
  }

  /** Keeps an input that may be handed out again. */
  #fail(pending: Pending, error: unknown, { claim, stop }: { readonly claim: InputClaim; readonly stop: AbortSignal }) {
    const isElsewhere = claim.signal.aborted || (StoreError.is(error) && error.kind === 'fenced')
    const isOver = !StoreError.is(error) || claim.isLastAttempt
    if (isElsewhere) pending.submission.end({ status: 'elsewhere' })
    else if (stop.aborted) pending.submission.end({ status: this.#leftStatus })
    else if (isOver) pending.submission.reject(toError(error))
    else return
    this.#forget(pending)
  }

  /** Another process with the same conversation may have taken inputs that are queued here. */
  async #findLost(): Promise<void> {
    this.#check = undefined
    const waiting = [...this.#pending.values()].filter(({ isShown, isHandled }) => isShown && !isHandled)
    try {
      const there = waiting.length > 0 ? await this.#options.inputs.list() : []
      const ids = new Set(there.map(({ input: { id } }) => id))
      for (const pending of waiting.filter(({ input, isHandled }) => !ids.has(input.id) && !isHandled)) {
        pending.submission.end({ status: 'elsewhere' })
        this.#options.onUnqueued(pending.input.id, 'elsewhere')
        this.#forget(pending)
      }
    } catch (error) {
      if (!StoreError.is(error)) throw error
      // The store is unavailable: the next check will tell.
    }
    if (this.#worker) this.#check ??= setTimeout(() => this.#findLost(), checkMs)
  }

  async #begin(pending: Pending, claim: InputClaim, stop: AbortSignal): Promise<() => void> {
    const { slot, run } = this.#options
    const signals = [stop, pending.cancelled.signal, claim.signal]
    if (await this.#isRead(pending, AbortSignal.any(signals))) return () => undefined
    const free = await slot.take(AbortSignal.any(signals))
    try {
      for (const signal of signals) signal.throwIfAborted()
      pending.hasBegun = true
      this.#hide(pending)
      return await run(pending.input, pending.submission, claim)
    } finally {
      free()
    }
  }

  /** Waits until its turn has read the steer, or has ended without reading it. */
  async #isRead(pending: Pending, signal: AbortSignal): Promise<boolean> {
    const { id } = pending.input
    if (pending.steer) return (await untilAborted(pending.steer.promise, signal)) === 'read'
    if (!pending.mayBeRead || !(await this.#options.wasRead(id, signal))) return pending.isRead
    pending.hasBegun = true
    this.#hide(pending)
    return true
  }

  #hide({ isShown, input }: Pending): void {
    if (!isShown) return
    this.#options.onUnqueued(input.id, 'turn')
    this.#options.onChange()
  }

  #forget(pending: Pending): void {
    if (this.#pending.get(pending.input.id) === pending) this.#pending.delete(pending.input.id)
    if (this.#pending.size === 0) this.#stop('Nothing is queued.')
    if (pending.isShown && !pending.hasBegun) this.#options.onChange()
    this.#options.onActivity()
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
