import { untilAborted } from '@hermes/core/wiring'

/** A mutex for work on one conversation, in the order of the calls. */
export class Slot {
  #tail: Promise<void> | undefined
  #count = 0

  /** The number of running and waiting callers. */
  get count(): number {
    return this.#count
  }

  /**
   * Takes the slot.
   * @returns a function that releases it.
   * @throws the reason of `signal` when it is aborted during the wait.
   */
  async take(signal?: AbortSignal): Promise<() => void> {
    const previous = this.#tail
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#tail = previous ? previous.then(() => promise) : promise
    this.#count += 1
    const free = () => {
      this.#count -= 1
      if (this.#count === 0) this.#tail = undefined
      resolve()
    }
    if (!previous) return free
    try {
      await (signal ? untilAborted(previous, signal) : previous)
    } catch (error) {
      free()
      throw error
    }
    return free
  }
}
