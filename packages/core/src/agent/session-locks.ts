/** Lets one turn of a session run at a time, in the order in which they came. */
export class SessionLocks {
  readonly #tails = new Map<string, Promise<void>>()

  async run<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const previous = this.#tails.get(id)
    const tail = previous ? previous.then(() => promise) : promise
    this.#tails.set(id, tail)
    await previous
    try {
      return await work()
    } finally {
      resolve()
      if (this.#tails.get(id) === tail) this.#tails.delete(id)
    }
  }
}
