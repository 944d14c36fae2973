import { InterruptError } from '../../contracts/errors.js'

/** What comes to a run from outside while it works. */
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

  /** The turn cannot go on, for a reason that is no interrupt. */
  fail(reason: unknown): void {
    this.#controller.abort(reason)
  }

  /** Whether the text that was shown of an interrupted answer is to be kept. */
  get keepsPartial(): boolean {
    return this.#keepsPartial
  }

  /** `false` when the turn has ended: nobody would read it any more. */
  steer(text: string): boolean {
    if (this.#hasEnded) return false
    if (text.trim() !== '') this.#steers.push(text)
    return true
  }

  /** The turn has ended. Returns what was said too late for it. */
  end(): string | undefined {
    this.#hasEnded = true
    return this.takeSteers()
  }

  /** What was taken could not be delivered. */
  returnSteers(text: string): void {
    this.#steers.unshift(text)
  }

  /** What was said since the last time, in one text. */
  takeSteers(): string | undefined {
    const text = this.#steers.join('\n\n')
    this.#steers = []
    return text === '' ? undefined : text
  }
}
