import type { StoredExchange } from '@hermes/conversations/stored'
import { textOf } from '@hermes/core'

/** Returns the texts of an exchange, one for each message of the model. */
export function textsIn({ messages }: StoredExchange): string[] {
  return messages
    .flatMap(({ message }) => (message.role === 'assistant' ? [textOf(message.content)] : []))
    .filter((text) => text !== '')
}
