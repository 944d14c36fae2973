/** The running commands that become messages. Later input is sent after them. */
export class BecomingMessages {
  #pending: Promise<unknown> | undefined

  /** Resolves when all input before the current one was sent. Absent if there is none. */
  get before(): Promise<unknown> | undefined {
    return this.#pending
  }

  /**
   * Adds a command.
   * @param sent Resolves when the command was sent as a message, or did not become one. Never rejects.
   */
  add(sent: Promise<void>): void {
    const pending = Promise.all([this.#pending, sent]).then(() => {
      if (this.#pending === pending) this.#pending = undefined
    })
    this.#pending = pending
  }
}
