import type { AgentEvent } from '../../contracts/turn/event.js'

/**
 * Merges two adjacent events for a reader that is slower than the model: deltas of one type become one delta, and only the
 * newest line of progress remains. Returns `undefined` when both must be shown.
 */
export function joinAgentEvents(last: AgentEvent, next: AgentEvent): AgentEvent | undefined {
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
      const event = joinAgentEvents(last.event, next.event)
      return event && { ...last, event }
    }
    default:
      return undefined
  }
}
