import { type JsonValue, type Message, sanitizeTranscript } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import { isRecord } from '@hermes/safety'
import { type Kind, listField } from '../kind.js'

/** `{messages}` in OpenAI format: the messages as they would be sent. */
export const sanitise: Kind = async (input) => {
  const messages = listField(input, 'messages')
  if (!isHistory(messages)) throw new TypeError('input.messages must only contain objects.')
  return toJson(sanitizeTranscript(messages))
}

/** Only objects are required: the function under test makes any other content valid. */
function isHistory(messages: readonly unknown[]): messages is readonly Message[] {
  return messages.every(isRecord)
}

function toJson(messages: readonly Message[]): JsonValue {
  return parseJson(JSON.stringify(messages))
}
