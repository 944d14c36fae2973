import { InterruptError } from '../../contracts/errors.js'

/** Interrupts and steering text, sent to a running turn from outside. */
export class RunControl {
  readonly signal: AbortSignal
  readonly #controller = new AbortController()
  #steers: string[] = []
  #keepsPartial = false
  #hasEnded = false

  constructor(outer?: AbortSignal) {
    this.signal = outer ? AbortSignal.any([outer, this.#controller.signal]) : this.#controller.signal
  }

  interrupt(reason?: string, keepPartial = false): void {
    this.#keepsPartial ||= keepPartial
    this.#controller.abort(new InterruptError(reason))
  }

  /** Ends the turn because of a failure, not an interrupt. */
  fail(reason: unknown): void {
    this.#controller.abort(reason)
  }

  /** Whether to keep the displayed text of an interrupted answer. */
  get keepsPartial(): boolean {
    return this.#keepsPartial
  }

  /** `false` when the turn has ended and the text would not be read. */
  steer(text: string): boolean {
    if (this.#hasEnded) return false
    if (text.trim() !== '') this.#steers.push(text)
    return true
  }

  /** Marks the turn as ended. Returns the text that came too late. */
  end(): string | undefined {
    this.#hasEnded = true
    return this.takeSteers()
  }

  /** Puts back text that could not be delivered. */
  returnSteers(text: string): void {
    this.#steers.unshift(text)
  }

  /** The text since the last call, joined. */
  takeSteers(): string | undefined {
    const text = this.#steers.join('\n\n')
    this.#steers = []
    return text === '' ? undefined : text
  }
}
