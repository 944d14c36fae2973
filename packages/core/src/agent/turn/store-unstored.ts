import { type Message, textOf } from '../../contracts/model/message.js'
import type { OpenSession } from '../../session/open-session.js'
import type { UnstoredTurn } from '../state/unstored.js'
import type { TurnRequest } from './turn-request.js'

/**
 * Stores what an earlier turn of the session could not store: the usage of its calls, and the answer that was shown, unless the
 * conversation has continued without it. Nothing is emitted, because people have seen it.
 */
export async function storeUnstored({ wiring, unstored }: TurnRequest, session: OpenSession): Promise<OpenSession> {
  const { record, messages } = session
  const rest = unstored.get(record.id)
  if (!rest) return session
  if (wasTaken(rest, messages)) {
    unstored.set(record.id, { calls: [] })
    return session
  }
  const isNext = rest.answer?.messageCount === messages.length && messages.at(-1)?.role !== 'assistant'
  const entry = isNext ? rest.answer?.entry : undefined
  const stored = await wiring.store.messages.append(record.id, entry ? [entry] : [], { calls: rest.calls })
  unstored.set(record.id, { calls: [] })
  if (!entry) return session
  return {
    ...session,
    messages: [...messages, ...stored.map(({ message }) => message)],
    answeredAtMs: entry.timestampMs,
    ...(entry.finishReason && { finishReason: entry.finishReason }),
  }
}

/** Whether the store has the answer with its usage, because the connection broke before it could say so. */
function wasTaken({ answer }: UnstoredTurn, messages: readonly Message[]): boolean {
  if (!answer) return false
  const there = messages[answer.messageCount]
  return there?.role === 'assistant' && textOf(there.content) === textOf(answer.entry.message.content)
}
