/**
 * The prompts whose turns are still being shown. The answer to a prompt must follow all updates of its turn, although
 * the turn ends before an editor that reads slowly has received them.
 */
export class PromptEnds {
  readonly #waiting = new Map<string, PromiseWithResolvers<void>>()
  #isClosed = false

  expect(id: string): void {
    const waiting = Promise.withResolvers<void>()
    if (this.#isClosed) waiting.resolve()
    this.#waiting.set(id, waiting)
  }

  expects(id: string): boolean {
    return this.#waiting.has(id)
  }

  /** Resolves when all updates of the prompt's turn were sent. */
  async shown(id: string): Promise<void> {
    await this.#waiting.get(id)?.promise
  }

  forget(id: string): void {
    this.#waiting.delete(id)
  }

  end(id: string): void {
    this.#waiting.get(id)?.resolve()
  }

  endAll(): void {
    for (const { resolve } of this.#waiting.values()) resolve()
  }

  /** Ends all prompts, because nothing is shown any longer. */
  close(): void {
    this.#isClosed = true
    this.endAll()
  }
}
