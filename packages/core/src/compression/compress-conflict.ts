import type { Message } from '../contracts/message.js'
import { reopenSession } from '../session/open-session.js'
import { orderResults } from '../transcript/order-results.js'
import { sanitizeTranscript } from '../transcript/sanitize-transcript.js'
import type { Compressible } from './compressible.js'

/**
 * Another process has compressed the session first: goes on in its child, and takes along what was said here and did not get
 * there.
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
  // What is open there belongs to the other process: it is not answered in its place.
  const messages = sanitizeTranscript(orderResults([...child.messages, ...stored.map(({ message }) => message)]))
  open.continueIn({ ...child, messages }, [])
}

/** One of the two came back from the store. */
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
