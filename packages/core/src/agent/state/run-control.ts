import { InterruptError } from '../../contracts/errors/errors.js'
import type { Steer } from './steer.js'

/** Controls a running turn from outside: interrupts and steering text. */
export class RunControl {
  readonly signal: AbortSignal
  readonly #controller = new AbortController()
  #steers: Steer[] = []
  /** Steers that came too late. */
  #undelivered: readonly Steer[] = []
  #keepsPartial = false
  #hasEnded = false
  #isEnding = false

  constructor(outer?: AbortSignal) {
    this.signal = outer ? AbortSignal.any([outer, this.#controller.signal]) : this.#controller.signal
  }

  interrupt(reason?: string, keepPartial = false): void {
    this.#keepsPartial ||= keepPartial
    this.#controller.abort(new InterruptError(reason))
  }

  /** Ends the turn because of a failure rather than an interrupt. */
  fail(reason: unknown): void {
    this.#controller.abort(reason)
  }

  /** Whether to keep the displayed text of an interrupted answer. */
  get keepsPartial(): boolean {
    return this.#keepsPartial
  }

  /** Adds a steer. Returns `false` when the turn has ended and the text would not be read. */
  steer(steer: Steer): boolean {
    if (this.#hasEnded || (this.#isEnding && steer.extendsTurn)) return false
    if (steer.text.trim() !== '') this.#steers.push(steer)
    return true
  }

  /**
   * Called when the model has answered.
   * @returns whether a steer extends the turn. If none does, the turn is about to end and later steers are not accepted.
   */
  isExtended(): boolean {
    this.#isEnding = !this.#steers.some(({ extendsTurn }) => extendsTurn)
    return !this.#isEnding
  }

  /** Marks the turn as ended. Returns the steers that came too late. */
  end(): readonly Steer[] {
    this.#hasEnded = true
    this.#undelivered = this.takeSteers()
    return this.#undelivered
  }

  /**
   * Takes back a steer.
   * @returns `false` when there is none with this id that could be taken back, because it may have been delivered.
   */
  withdrawSteer(inputId: string): boolean {
    const isIt = (steer: Steer) => steer.inputId === inputId
    const isThere = this.#steers.some(isIt) || this.#undelivered.some(isIt)
    this.#steers = this.#steers.filter((steer) => !isIt(steer))
    return isThere
  }

  /** Puts back steers that could not be delivered. */
  returnSteers(steers: readonly Steer[]): void {
    this.#steers.unshift(...steers)
  }

  /** Returns the steers since the last call. */
  takeSteers(): readonly Steer[] {
    return this.#steers.splice(0)
  }
}
