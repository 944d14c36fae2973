import type { Message } from '../contracts/model/message.js'
import { reopenSession } from '../session/open-session.js'
import { orderResults } from '../transcript/order-results.js'
import { sanitizeTranscript } from '../transcript/sanitize-transcript.js'
import type { Compressible } from './compressible.js'

/**
 * Follows another process that compressed the session first: continues in its child, and moves the messages there that were
 * added here and did not survive.
 */
export async function followWinner(open: Compressible): Promise<void> {
  const { store, services } = open.wiring
  const child = await reopenSession(open.wiring, open.record.id)
  const missing = open.newMessages.filter((message) => !child.messages.some((other) => isSame(message, other)))
  const timestampMs = services.now()
  const stored = await store.messages.append(
    child.record.id,
    missing.map((message) => ({ message, timestampMs })),
  )
  // Open calls belong to the other process and are not answered here.
  const messages = sanitizeTranscript(orderResults([...child.messages, ...stored.map(({ message }) => message)]))
  open.continueIn({ ...child, messages }, [])
}

/** Whether two messages are the same, of which the store returned one. */
function isSame(left: Message, right: Message): boolean {
  return left.role === right.role && JSON.stringify(essenceOf(left)) === JSON.stringify(essenceOf(right))
}

function essenceOf(message: Message) {
  return [
    message.content,
    message.role === 'tool' ? message.tool_call_id : null,
    message.role === 'assistant' ? (message.tool_calls ?? []).map(({ id }) => id) : null,
  ]
}
