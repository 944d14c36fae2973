import { type SessionId, type SessionStore, type StoredMessage, textOf } from '@hermes/core'
import { newestOf } from '@hermes/core/sessions'
import { beginsExchange } from './begins-exchange.js'

/** What an input with its own id led to. */
export interface StoredExchange {
  /** The messages after the input, up to the next input that has its own turn. */
  readonly messages: readonly StoredMessage[]
  /** The answer. Absent if the turn was cut short. */
  readonly reply?: string
  /** The part of an answer that an interrupt has left, if the answer was not continued. */
  readonly partial?: string
  /** The input that started the turn: this one, or the one whose turn it steered. Absent if that has no id. */
  readonly begunBy?: string
  /** Whether it is the last exchange. */
  readonly isLatest: boolean
}

/**
 * Returns the exchange that an input started or steered. Resolves to `undefined` if the session never contained the input, or no longer
 * contains it after a compression.
 */
export async function storedExchange(
  store: SessionStore,
  id: SessionId,
  inputId: string,
): Promise<StoredExchange | undefined> {
  const record = await store.sessions.get(id)
  if (!record) return undefined
  const newest = await newestOf(store, record)
  const begins = beginsExchange(newest)
  const stored = await store.messages.load(newest.id)
  const asked = stored.findLastIndex(({ platformMessageId }) => platformMessageId === inputId)
  if (asked < 0) return undefined
  const next = stored.findIndex((entry, index) => index > asked && begins(entry))
  const messages = stored.slice(asked + 1, next < 0 ? undefined : next)
  // A message to the model after an answer has its own answer: the last one counts.
  const steered = messages.findLastIndex(({ message }) => message.role === 'user')
  const begunBy = stored.slice(0, asked + 1).findLast(begins)?.platformMessageId
  return {
    messages,
    isLatest: next < 0,
    ...answerIn(messages.slice(steered + 1)),
    ...(begunBy !== undefined && { begunBy }),
  }
}

/** Returns the first complete answer, including the kept parts that it continues. */
function answerIn(messages: readonly StoredMessage[]): Pick<StoredExchange, 'reply' | 'partial'> {
  let partial: string | undefined
  for (const { message, finishReason } of messages) {
    if (message.role !== 'assistant') continue
    const text = (partial ?? '') + textOf(message.content)
    if (finishReason !== 'interrupted' && !message.tool_calls) return { reply: text }
    partial = finishReason === 'interrupted' ? text : undefined
  }
  return partial === undefined ? {} : { partial }
}
