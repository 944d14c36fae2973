import { appendToConversation } from '@hermes/conversations/stored'
import type { SessionId, StoredMessage } from '@hermes/core'
import type { Context } from 'hono'
import { spokenMessages, type WrittenItem } from '../input/agent-input.js'
import { keepMessages } from '../input/keep-files.js'
import type { Caller } from '../request/caller.js'
import type { RunServices } from '../runs/start/start-run.js'
import { checkIdle, sessionBusy } from '../sessions/check-idle.js'

export interface AddedItems {
  readonly id: SessionId
  readonly caller: Caller
  readonly items: readonly WrittenItem[]
}

/**
 * Adds messages of a user and their answers to a conversation.
 * @throws {RequestError} `session_busy` while one of its turns is running or waiting, in any process.
 */
export async function addItems(
  context: Context,
  { id, caller, items }: AddedItems,
  services: RunServices,
): Promise<readonly StoredMessage[]> {
  const conversation = await services.conversations.open({ id })
  await checkIdle(conversation.id, services)
  const { store } = services
  const busy = new AbortController()
  const signal = AbortSignal.any([context.req.raw.signal, busy.signal])
  const onWait = () => busy.abort(sessionBusy())
  const keeping = { caller, param: 'items', files: services.files, conversation: async () => conversation.id }
  const messages = await keepMessages(spokenMessages(items), keeping)
  return conversation.betweenTurns(() => appendToConversation(id, messages, { store, signal, onWait }), { signal })
}
