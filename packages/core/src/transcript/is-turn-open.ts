import type { Message } from '../contracts/message.js'

/** Whether the newest turn of a history was cut short: it does not end with an answer of the model. */
export function isTurnOpen(messages: readonly Message[]): boolean {
  const newest = messages.at(-1)
  return newest !== undefined && (newest.role !== 'assistant' || (newest.tool_calls?.length ?? 0) > 0)
}
