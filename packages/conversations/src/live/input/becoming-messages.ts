/** The running commands that become messages. What comes behind them is sent behind them. */
export class BecomingMessages {
  #pending: Promise<unknown> | undefined

  /** For an input that comes now: resolves when all those before it were sent. Absent if there are none. */
  get before(): Promise<unknown> | undefined {
    return this.#pending
  }

  /** @param sent Resolves when the command was sent as a message, or became none. Never rejects. */
  add(sent: Promise<void>): void {
    const pending = Promise.all([this.#pending, sent]).then(() => {
      if (this.#pending === pending) this.#pending = undefined
    })
    this.#pending = pending
  }
}
