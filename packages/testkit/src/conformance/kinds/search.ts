import type { JsonObject, JsonValue, Message, SessionStore } from '@hermes/core'
import { isRecord } from '@hermes/safety'
import { createSqliteStore } from '@hermes/state'
import { type Kind, listField, textField } from '../kind.js'

const sessionId = 'conformance'

/** First `{docs: [{id, role, content}]}`, then `{query}` items: the ids of matches in the newest `docs`, best first. */
export function createSearchKind(): Kind {
  let store: SessionStore | undefined
  let ids: readonly JsonValue[] = []
  return async (input) => {
    if (input.docs !== undefined) {
      await store?.[Symbol.asyncDispose]()
      const docs = listField(input, 'docs').map(toDocument)
      store = await storeOf(docs)
      ids = docs.map(({ id }) => id)
      return { docs: docs.length }
    }
    const text = textField(input, 'query')
    if (!store?.search) throw new TypeError('There are no documents yet: the first item must contain `docs`.')
    const hits = await store.search.find({ text, limit: 50 })
    return hits.map(({ message }) => ids[Number(message.platformMessageId)] ?? null)
  }
}

interface Document {
  readonly id: JsonValue
  readonly message: Message
}

function toDocument(doc: JsonValue): Document {
  if (!isRecord(doc)) throw new TypeError('input.docs must contain objects.')
  return { id: doc.id ?? null, message: toMessage(doc) }
}

/** Messages are stored with their index, because an id may be any JSON value. */
async function storeOf(docs: readonly Document[]): Promise<SessionStore> {
  const store = await createSqliteStore({ path: ':memory:' })
  await store.sessions.create({ id: sessionId, source: 'conformance', startedAtMs: 0 })
  await store.messages.append(
    sessionId,
    docs.map(({ message }, index) => ({ message, timestampMs: 0, platformMessageId: String(index) })),
  )
  return store
}

function toMessage(doc: JsonObject): Message {
  const content = textField(doc, 'content')
  if (doc.role === 'user' || doc.role === 'assistant') return { role: doc.role, content }
  if (doc.role === 'tool') return { role: 'tool', tool_call_id: 'call_1', content }
  throw new TypeError('The role of a document must be user, assistant or tool.')
}
