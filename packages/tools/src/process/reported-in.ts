import { type JsonObject, type Message, textOf } from '@hermes/core'
import { processReportsIn } from '@hermes/safety'

/** Returns the reports about background processes that a model has read. */
export function reportedIn(messages: readonly Message[]): readonly JsonObject[] {
  return messages.flatMap((message) => (message.role === 'user' ? processReportsIn(textOf(message.content)) : []))
}
