import { untilAborted } from '@hermes/core/wiring'

/** One thing at a time, in the order of the calls: what works on one conversation. */
export class Slot {
  #tail: Promise<void> | undefined
  #count = 0

  /** How many work, or wait to. */
  get count(): number {
    return this.#count
  }

  /**
   * @returns what frees the slot.
   * @throws the reason of `signal`, when it is aborted while others are before it.
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
