import { untilAborted } from '../../wait/until-aborted.js'

/** Runs the turns of a session one at a time, in order of arrival. */
export class SessionLocks {
  readonly #tails = new Map<string, Promise<void>>()

  /** The number of sessions with a running or waiting turn. */
  get size(): number {
    return this.#tails.size
  }

  /** Runs work. @throws the reason of `signal` when it is aborted during the wait. */
  async run<Result>(id: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const previous = this.#tails.get(id)
    const tail = previous ? previous.then(() => promise) : promise
    this.#tails.set(id, tail)
    try {
      if (previous) await untilAborted(previous, signal)
      return await work()
    } finally {
      resolve()
      void tail.then(() => {
        if (this.#tails.get(id) === tail) this.#tails.delete(id)
      })
    }
  }
}
