import type { AgentEvent } from '../../contracts/event.js'
import { joinAgentEvents } from './join-agent-events.js'

/**
 * The queue between a turn, which never waits for its reader, and the reader of its events. Unread deltas are joined and only
 * the newest progress line is kept, so the queue is bounded by the size of the text. State events are never joined or dropped.
 */
export class EventQueue {
  #waiting: AgentEvent[] = []
  #closed = false
  #wake: (() => void) | undefined

  /** Ignored after the end. */
  push(event: AgentEvent): void {
    if (this.#closed) return
    const last = this.#waiting.at(-1)
    const joined = last && joinAgentEvents(last, event)
    if (joined) this.#waiting[this.#waiting.length - 1] = joined
    else this.#waiting.push(event)
    this.#wake?.()
  }

  /** Ends the queue. */
  close(): void {
    this.#closed = true
    this.#wake?.()
  }

  /** For one reader. Ends when the queue is closed and empty. */
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
