import { type SessionId, type SessionStore, type StoredMessage, textOf } from '@hermes/core'
import { newestOf, readSteers } from '@hermes/core/sessions'
import { joinsTurn } from './joins-turn.js'

/** What an input with an id of its own led to. */
export interface StoredExchange {
  /** The messages after the input, up to the next one that has a turn of its own. */
  readonly messages: readonly StoredMessage[]
  /** The answer. Absent if the turn was cut short. */
  readonly reply?: string
  /** The input that began the turn: this one, or the one whose turn it steered. Absent if that has no id. */
  readonly begunBy?: string
  /** Whether it is the last exchange. */
  readonly isLatest: boolean
}

/** The exchange that an input began, or steered. `undefined` if the session never had the input, or no longer contains it after a compression. */
export async function storedExchange(
  store: SessionStore,
  id: SessionId,
  inputId: string,
): Promise<StoredExchange | undefined> {
  const record = await store.sessions.get(id)
  if (!record) return undefined
  const newest = await newestOf(store, record)
  const steers = new Set(readSteers.of(newest))
  const stored = await store.messages.load(newest.id)
  const asked = stored.findLastIndex(({ platformMessageId }) => platformMessageId === inputId)
  if (asked < 0) return undefined
  const begins = (entry: StoredMessage) =>
    entry.message.role === 'user' && !steers.has(entry.platformMessageId ?? '') && !joinsTurn(entry)
  const next = stored.findIndex((entry, index) => index > asked && begins(entry))
  const messages = stored.slice(asked + 1, next < 0 ? undefined : next)
  // What was said to the model after an answer was answered by another one.
  const steered = messages.findLastIndex(({ message }) => message.role === 'user')
  const reply = replyIn(messages.slice(steered + 1))
  const begunBy = stored.slice(0, asked + 1).findLast(begins)?.platformMessageId
  return {
    messages,
    isLatest: next < 0,
    ...(reply !== undefined && { reply }),
    ...(begunBy !== undefined && { begunBy }),
  }
}

/** The first answer that is complete, with the kept parts that it continues. */
function replyIn(messages: readonly StoredMessage[]): string | undefined {
  let begun = ''
  for (const { message, finishReason } of messages) {
    if (message.role !== 'assistant') continue
    const text = begun + textOf(message.content)
    if (finishReason === 'interrupted') begun = text
    else if (!message.tool_calls) return text
    else begun = ''
  }
  return undefined
}
