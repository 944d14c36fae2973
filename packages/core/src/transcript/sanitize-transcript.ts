import type { Message } from '../contracts/message.js'
import { mergeRoles } from './merge-roles.js'
import { pairResults } from './pair-results.js'
import { repairMessage } from './repair-message.js'

/**
 * Makes any history legal for the strictest provider, and loses nothing that the user said:
 *
 * - every tool result stands in one run behind the message that holds its call, and every call has exactly one;
 * - no two user and no two assistant messages in a row (an assistant message after the results of its own calls aside);
 * - no empty user or assistant message, calls aside;
 * - the arguments of every call are a JSON object, names match `[A-Za-z0-9_-]{1,64}`, all text is well-formed Unicode.
 *
 * A legal history is returned as the very same array, an untouched message as the very same object. Sanitising twice
 * changes nothing. The input is not changed.
 */
export function sanitizeTranscript(messages: readonly Message[]): readonly Message[] {
  const repaired = messages.map(repairMessage).filter((message) => message !== undefined)
  const legal = mergeRoles(pairResults(repaired))
  const untouched = legal.length === messages.length && legal.every((message, index) => message === messages[index])
  return untouched ? messages : legal
}
