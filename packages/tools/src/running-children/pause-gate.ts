import { untilAborted } from '@hermes/safety'

/** Gate at which a run waits while a person has paused it. */
export class PauseGate {
  #resumed: PromiseWithResolvers<void> | undefined
  #waiting = 0

  get isPaused(): boolean {
    return this.#resumed !== undefined
  }

  /** Whether something is waiting at the gate. A paused run first finishes its running steps. */
  get isHolding(): boolean {
    return this.#waiting > 0
  }

  pause(): void {
    this.#resumed ??= Promise.withResolvers()
  }

  resume(): void {
    this.#resumed?.resolve()
    this.#resumed = undefined
  }

  /** Resolves when the gate is not paused. Rejects with the reason of `signal` when it is aborted. */
  async untilResumed(signal: AbortSignal): Promise<void> {
    while (this.#resumed) {
      this.#waiting += 1
      try {
        await untilAborted(this.#resumed.promise, signal)
      } finally {
        this.#waiting -= 1
      }
    }
  }
}
