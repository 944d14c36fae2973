import type { SubmissionEnd } from '@hermes/conversations'
import type { SentMessage } from '@hermes/mcp'

/** Converts the end of a message for the client that sent it. */
export function toSent(conversationId: string, end: SubmissionEnd): SentMessage {
  switch (end.status) {
    case 'turn': {
      const { outcome, finalResponse: reply } = end.result
      if (outcome.status === 'failed') return { conversationId, status: 'failed', message: outcome.error.message }
      if (outcome.status === 'interrupted') return { conversationId, status: 'failed', message: outcome.reason }
      return { conversationId, status: 'done', reply }
    }
    case 'steered':
    case 'elsewhere':
    case 'left-queued':
      return { conversationId, status: 'queued' }
    case 'failed':
      return { conversationId, status: 'failed', message: end.error.message }
    case 'refused':
      return { conversationId, status: 'failed', message: end.message }
    default:
      return { conversationId, status: 'failed', message: `The message was not answered: ${end.status}.` }
  }
}
