import type { Message } from '../contracts/model/message.js'
import type { StoredMessage } from '../contracts/sessions/stored-message.js'

/** Whether the newest turn of a history was cut short, so that the history does not end with an answer of the model. */
export function isTurnOpen(messages: readonly Message[]): boolean {
  const newest = messages.at(-1)
  return newest !== undefined && (newest.role !== 'assistant' || (newest.tool_calls?.length ?? 0) > 0)
}

/**
 * Whether the newest turn of stored messages was cut short. These also show whether the newest answer is only the kept
 * part of an interrupted one.
 */
export function isCutShort(stored: readonly Pick<StoredMessage, 'message' | 'finishReason'>[]): boolean {
  return stored.at(-1)?.finishReason === 'interrupted' || isTurnOpen(stored.map(({ message }) => message))
}
