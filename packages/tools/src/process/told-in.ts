import { type JsonObject, type Message, textOf } from '@hermes/core'
import { newsIn } from '@hermes/safety'

/** What a model has read of background processes. */
export function toldIn(messages: readonly Message[]): readonly JsonObject[] {
  return messages.flatMap((message) => (message.role === 'user' ? newsIn(textOf(message.content)) : []))
}
