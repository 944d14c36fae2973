import type { AgentEvent } from '@hermes/core'

/** The text of a delta; `undefined` for every other event. */
export function deltaText(event: AgentEvent): string | undefined {
  switch (event.type) {
    case 'text-delta':
    case 'reasoning-delta':
      return event.text
    case 'tool-call-delta':
      return event.argumentsText
    case 'subagent-event':
      return deltaText(event.event)
    default:
      return undefined
  }
}

/** The text of a delta from `start` on. */
export function cutDelta(event: AgentEvent, start: number): AgentEvent {
  switch (event.type) {
    case 'text-delta':
    case 'reasoning-delta':
      return { type: event.type, text: event.text.slice(start) }
    case 'tool-call-delta':
      return { type: event.type, index: event.index, argumentsText: event.argumentsText.slice(start) }
    case 'subagent-event':
      return { ...event, event: cutDelta(event.event, start) }
    default:
      return event
  }
}
