import { type AgentEvent, textOf } from '@hermes/core'
import type { ConversationEventBody } from '../contracts/conversation-event.js'
import { deltaText } from './delta-text.js'

/** What every event counts for, however little it says. */
const least = 64

/** About how many characters an event keeps in memory. */
export function weightOf(event: ConversationEventBody): number {
  return least + (event.type === 'agent' ? agentWeight(event.event) : 0)
}

function agentWeight(event: AgentEvent): number {
  switch (event.type) {
    case 'message-end':
      return textOf(event.message.content).length
    case 'tool-end':
      return textOf(event.message.content).length + event.call.function.arguments.length
    case 'subagent-event':
      return agentWeight(event.event)
    default:
      return deltaText(event)?.length ?? 0
  }
}
