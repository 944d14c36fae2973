import { InterruptError } from '../contracts/errors.js'

/** What comes to a run from outside while it works. */
export class RunControl {
  readonly signal: AbortSignal
  readonly #controller = new AbortController()
  #steers: string[] = []
  #keepsPartial = false

  constructor(outer?: AbortSignal) {
    this.signal = outer ? AbortSignal.any([outer, this.#controller.signal]) : this.#controller.signal
  }

  interrupt(reason?: string, keepPartial = false): void {
    this.#keepsPartial ||= keepPartial
    this.#controller.abort(new InterruptError(reason))
  }

  /** Whether the text that was shown of an interrupted answer is to be kept. */
  get keepsPartial(): boolean {
    return this.#keepsPartial
  }

  steer(text: string): void {
    if (text.trim() !== '') this.#steers.push(text)
  }

  /** What was said since the last time, in one text. */
  takeSteers(): string | undefined {
    const text = this.#steers.join('\n\n')
    this.#steers = []
    return text === '' ? undefined : text
  }
}
