import { appendToConversation } from '@hermes/conversations/stored'
import type { SessionId, StoredMessage } from '@hermes/core'
import type { Context } from 'hono'
import { spokenMessages, type WrittenItem } from '../input/agent-input.js'
import { RequestError } from '../request/request-error.js'
import type { RunServices } from '../runs/start-run.js'

/**
 * Adds messages of a user and their answers to a conversation.
 * @throws {RequestError} while a turn is running.
 */
export async function addItems(
  context: Context,
  id: SessionId,
  items: readonly WrittenItem[],
  services: RunServices,
): Promise<readonly StoredMessage[]> {
  const conversation = await services.conversations.open({ id })
  if (conversation.state.activity !== 'idle') {
    throw new RequestError(
      409,
      'session_busy',
      'A turn of this conversation is running: wait for its end, or cancel it.',
    )
  }
  const { store } = services
  const { signal } = context.req.raw
  return conversation.betweenTurns(() => appendToConversation(id, spokenMessages(items), { store, signal }), { signal })
}
