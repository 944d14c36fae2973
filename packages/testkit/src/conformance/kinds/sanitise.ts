import { type JsonValue, type Message, sanitizeTranscript } from '@hermes/core'
import { isRecord } from '@hermes/safety'
import { type Kind, listField } from '../kind.js'

/** `{messages}` in OpenAI format: the messages as they would be sent. */
export const sanitise: Kind = async (input) => {
  const messages = listField(input, 'messages')
  if (!isHistory(messages)) throw new TypeError('input.messages must hold objects only.')
  return toJson(sanitizeTranscript(messages))
}

/** Objects are enough: making anything else of them legal is what the function is for. */
function isHistory(messages: readonly unknown[]): messages is readonly Message[] {
  return messages.every(isRecord)
}

function toJson(messages: readonly Message[]): JsonValue {
  return JSON.parse(JSON.stringify(messages))
}
