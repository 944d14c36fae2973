import type { AgentEvent } from '../../contracts/event.js'
import { joinAgentEvents } from './join-agent-events.js'

/**
 * The events of a run between the turn, which never waits for its reader, and the reader. Deltas that were not read yet
 * are joined and only the newest line of progress waits, so that what waits is never more than the text itself. What is
 * state is never joined and never lost.
 */
export class EventQueue {
  #waiting: AgentEvent[] = []
  #closed = false
  #wake: (() => void) | undefined

  /** What comes after the end has no reader any more. */
  push(event: AgentEvent): void {
    if (this.#closed) return
    const last = this.#waiting.at(-1)
    const joined = last && joinAgentEvents(last, event)
    if (joined) this.#waiting[this.#waiting.length - 1] = joined
    else this.#waiting.push(event)
    this.#wake?.()
  }

  /** No event comes after this. */
  close(): void {
    this.#closed = true
    this.#wake?.()
  }

  /** For one reader. Ends when the queue is closed and read. */
  async *read(): AsyncGenerator<AgentEvent, void, undefined> {
    while (true) {
      const batch = this.#waiting
      this.#waiting = []
      yield* batch
      if (this.#waiting.length > 0) continue
      if (this.#closed) return
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}
