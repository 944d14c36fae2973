import { type SessionId, type SessionStore, textOf } from '@hermes/core'
import { newestOf } from '@hermes/core/sessions'

/** The answer to an input by its id. `undefined` if its turn has none, or the session no longer contains it. */
export async function storedReply(store: SessionStore, id: SessionId, inputId: string): Promise<string | undefined> {
  const record = await store.sessions.get(id)
  if (!record) return undefined
  const stored = await store.messages.load((await newestOf(store, record)).id)
  const asked = stored.findLastIndex(({ platformMessageId }) => platformMessageId === inputId)
  if (asked < 0) return undefined
  // Later messages may have their own answers.
  const next = stored.findIndex(({ message }, index) => index > asked && message.role === 'user')
  const answer = stored
    .slice(asked + 1, next < 0 ? undefined : next)
    .find(({ message }) => message.role === 'assistant' && !message.tool_calls)
  return answer && textOf(answer.message.content)
}
