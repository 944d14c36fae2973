import type { Message } from '../contracts/model/message.js'
import { mergeRoles } from './merge-roles.js'
import { pairResults } from './pair-results.js'
import { repairMessage } from './repair-message.js'

/**
 * Makes any history valid for the strictest provider without losing anything that the user said:
 *
 * - Tool results directly follow the message with their calls, and every call has exactly one.
 * - There are no two consecutive user messages and no two consecutive assistant messages (except an assistant message after the
 *   results of its own calls).
 * - There is no empty user or assistant message, unless it has calls.
 * - The arguments of every call are a JSON object, names match `[A-Za-z0-9_-]{1,64}`, and all text is well-formed Unicode.
 *
 * A valid history is returned as the same array, and an unchanged message as the same object. The function is idempotent and does not
 * mutate its input.
 */
export function sanitizeTranscript(messages: readonly Message[]): readonly Message[] {
  const repaired = messages.map(repairMessage).filter((message) => message !== undefined)
  const legal = mergeRoles(pairResults(repaired))
  const untouched = legal.length === messages.length && legal.every((message, index) => message === messages[index])
  return untouched ? messages : legal
}
