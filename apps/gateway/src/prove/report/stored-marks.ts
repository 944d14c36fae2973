import { type SessionStore, textOf } from '@hermes/core'
import { asksIn } from '../world/marks.js'
import type { StoredMarks } from './busy-proof.js'

/** Returns what people wrote to the sessions of a network, according to the store. */
export async function storedMarks(store: SessionStore, network: string): Promise<StoredMarks> {
  const sessions = await store.sessions.find({ source: network })
  const messages = await Promise.all(sessions.map(({ id }) => store.messages.load(id)))
  return messages.flat().flatMap(({ message }) => (message.role === 'user' ? asksIn(textOf(message.content)) : []))
}
