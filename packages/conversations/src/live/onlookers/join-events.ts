import { joinAgentEvents } from '@hermes/core/wiring'
import type { ConversationEvent } from '../../contracts/conversation-event.js'

/** Merges two adjacent events, with the cursor of the newer one. Returns `undefined` if both must be shown. */
export function joinEvents(last: ConversationEvent, next: ConversationEvent): ConversationEvent | undefined {
  if (last.type !== 'agent' || next.type !== 'agent' || last.turnId !== next.turnId) return undefined
  const event = joinAgentEvents(last.event, next.event)
  return event && { cursor: next.cursor, type: 'agent', turnId: next.turnId, event }
}
