import { appendToConversation } from '@hermes/conversations/stored'
import type { SessionId, StoredMessage } from '@hermes/core'
import type { Context } from 'hono'
import { spokenMessages, type WrittenItem } from '../input/agent-input.js'
import { keepMessages } from '../input/keep-files.js'
import type { Caller } from '../request/caller.js'
import { RequestError } from '../request/request-error.js'
import type { RunServices } from '../runs/start-run.js'

export interface AddedItems {
  readonly id: SessionId
  readonly caller: Caller
  readonly items: readonly WrittenItem[]
}

/**
 * Adds messages of a user and their answers to a conversation.
 * @throws {RequestError} while a turn is running.
 */
export async function addItems(
  context: Context,
  { id, caller, items }: AddedItems,
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
  const keeping = { caller, param: 'items', files: services.files, conversation: async () => conversation.id }
  const messages = await keepMessages(spokenMessages(items), keeping)
  return conversation.betweenTurns(() => appendToConversation(id, messages, { store, signal }), { signal })
}
