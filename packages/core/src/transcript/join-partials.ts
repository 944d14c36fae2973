import type { Message } from '../contracts/model/message.js'
import type { StoredMessage } from '../contracts/sessions/stored-message.js'
import { deepFreeze } from '../json/deep-freeze.js'
import { joinAssistants } from './merge-roles.js'

/** Returns the messages of a session, and joins each kept part of an interrupted answer with its continuation. */
export function joinPartials(stored: readonly StoredMessage[]): readonly Message[] {
  const messages: Message[] = []
  let isPartial = false
  for (const { message, finishReason } of stored) {
    const last = messages.at(-1)
    if (isPartial && last?.role === 'assistant' && message.role === 'assistant') {
      messages[messages.length - 1] = deepFreeze(joinAssistants(last, message, ''))
    } else messages.push(message)
    isPartial = finishReason === 'interrupted'
  }
  return messages
}
