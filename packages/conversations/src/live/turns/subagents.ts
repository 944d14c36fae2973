import type { AgentEvent } from '@hermes/core'
import type { Subagent } from '../../contracts/conversation-state.js'

/** The running sub-agents of a turn, tracked by its events. */
export class Subagents {
  readonly #now: () => number
  readonly #working = new Map<string, Subagent>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** The running sub-agents, in the order in which they started. */
  get working(): readonly Subagent[] {
    return [...this.#working.values()]
  }

  see(event: AgentEvent): void {
    if (event.type !== 'subagent-event') return
    const { childSessionId: id, goal, event: inner } = event
    if (inner.type === 'turn-end') this.#working.delete(id)
    else {
      const known = this.#working.get(id) ?? { id, goal, sinceMs: this.#now() }
      const doing = doingOf(inner)
      this.#working.set(id, doing === undefined ? known : { ...known, doing })
    }
    this.see(inner)
  }
}

/** Returns the activity in an event; `undefined` if it has none. */
function doingOf(event: AgentEvent): string | undefined {
  switch (event.type) {
    case 'iteration-start':
      return 'thinking'
    case 'tool-start':
      return event.call.function.name
    case 'question-open':
      return 'waiting for an answer'
    default:
      return undefined
  }
}
