import type { AgentEvent, MessageContent } from '@hermes/core'
import type { ConversationEventBody } from '../../contracts/conversation-event.js'
import { deltaText } from './delta-text.js'

/** The minimum weight of an event. */
const least = 64

/** Returns the approximate memory size of an event, in characters. */
export function weightOf(event: ConversationEventBody): number {
  switch (event.type) {
    case 'agent':
      return least + agentWeight(event.event)
    case 'turn-begin':
      return least + contentWeight(event.input ?? '')
    case 'queued':
      return least + contentWeight(event.input.content)
    case 'notice':
    case 'steered':
      return least + event.text.length
    case 'command':
      return least + JSON.stringify(event.outcome).length
    default:
      return least
  }
}

function agentWeight(event: AgentEvent): number {
  switch (event.type) {
    case 'message-end':
      return contentWeight(event.message.content ?? '')
    case 'tool-end':
      return contentWeight(event.message.content) + event.call.function.arguments.length
    case 'subagent-event':
      return agentWeight(event.event)
    default:
      return deltaText(event)?.length ?? 0
  }
}

function contentWeight(content: MessageContent): number {
  if (typeof content === 'string') return content.length
  return content.reduce((sum, part) => {
    if (part.type === 'text') return sum + part.text.length
    return sum + (part.type === 'file' ? part.file.file_data : part.image_url.url).length
  }, 0)
}
