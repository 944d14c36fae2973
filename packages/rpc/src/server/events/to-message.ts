import type { Message } from '@hermes/core'
import type { PayloadOf } from '../../schemas/events.js'

/** Returns a message without what only its provider needs. */
export function toMessage(message: Message): PayloadOf<'message.stored'>['message'] {
  if (message.role !== 'assistant') return message
  const { provider_data: _, ...shown } = message
  return shown
}
