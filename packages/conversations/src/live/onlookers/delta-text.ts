import type { AgentEvent } from '@hermes/core'

/** Returns the text of a delta; `undefined` for every other event. */
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

/** Returns a delta with its text from `start` on. */
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
