import type { AgentEvent } from '../contracts/event.js'

/**
 * The events of a run between the turn, which never waits for its reader, and the reader. Deltas that were not read yet
 * are joined, so that what waits is never more than the text itself.
 */
export class EventQueue {
  #waiting: AgentEvent[] = []
  #closed = false
  #wake: (() => void) | undefined

  push(event: AgentEvent): void {
    const last = this.#waiting.at(-1)
    const joined = last && joinDeltas(last, event)
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

function joinDeltas(last: AgentEvent, next: AgentEvent): AgentEvent | undefined {
  if (last.type === 'text-delta' || last.type === 'reasoning-delta') {
    return next.type === last.type ? { type: last.type, text: last.text + next.text } : undefined
  }
  if (last.type === 'tool-call-delta' && next.type === 'tool-call-delta') {
    if (last.index !== next.index || next.name !== undefined) return undefined
    return { ...last, argumentsText: last.argumentsText + next.argumentsText }
  }
  return undefined
}
