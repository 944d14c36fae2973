import type { AgentEvent } from '../../contracts/event.js'

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
    const joined = last && joinEvents(last, event)
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

/** Two events as one; `undefined` where each has to be told. */
function joinEvents(last: AgentEvent, next: AgentEvent): AgentEvent | undefined {
  switch (last.type) {
    case 'text-delta':
    case 'reasoning-delta':
      return next.type === last.type ? { type: last.type, text: last.text + next.text } : undefined
    case 'tool-call-delta':
      return next.type === last.type && last.index === next.index && next.name === undefined
        ? { ...last, argumentsText: last.argumentsText + next.argumentsText }
        : undefined
    case 'tool-progress':
      return next.type === last.type && last.callId === next.callId ? next : undefined
    case 'subagent-event': {
      if (next.type !== last.type || last.childSessionId !== next.childSessionId) return undefined
      const event = joinEvents(last.event, next.event)
      return event && { ...last, event }
    }
    default:
      return undefined
  }
}
