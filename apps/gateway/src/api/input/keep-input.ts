import type { Conversations } from '@hermes/conversations'
import type { MessageContent, SessionId, SessionSeed, SessionStore } from '@hermes/core'
import { generateSessionId, rootOf } from '@hermes/core/sessions'
import { withDefaultServices } from '@hermes/core/wiring'
import type { Files } from '../files/files.js'
import type { Caller } from '../request/caller.js'
import type { GivenInput } from './given-content.js'
import { hasFiles, keepContent, keepMessages } from './keep-files.js'

/** A stored session, the key of a conversation, or neither for a new session. */
interface Place {
  readonly id?: SessionId
  readonly key?: string
}

export interface InputServices {
  readonly conversations: Pick<Conversations, 'idOf' | 'assign'>
  readonly store: SessionStore
  /** Absent if the store keeps no values. */
  readonly files?: Files
}

export interface KeptInput {
  readonly content: MessageContent
  readonly seed: Pick<SessionSeed, 'instructions' | 'history'>
  /** The place of the conversation that reads the files. */
  readonly place: Place
}

/**
 * Returns an input as the agent reads it, with its files where the conversation of this place reads them.
 * @param asked.param The name of the request field, for errors.
 * @throws {RequestError} for a file that does not exist, or that the caller may not use.
 */
export async function keepInput(
  { content, seed }: GivenInput,
  place: Place,
  asked: { readonly caller: Caller; readonly param: string },
  services: InputServices,
): Promise<KeptInput> {
  let found: Promise<Home> | undefined
  const home = () => (found ??= homeOf(place, services))
  const keeping = { ...asked, files: services.files, conversation: async () => (await home()).id }
  // An existing session has its own history. That of the request may name files that no longer exist.
  const isRead = !seed.history.some((message) => hasFiles(message.content)) || (await home()).isNew
  const history = isRead ? await keepMessages(seed.history, keeping) : []
  const kept = await keepContent(content, keeping)
  const isPlaced = found === undefined || place.key !== undefined
  return { content: kept, seed: { ...seed, history }, place: isPlaced ? place : { id: (await home()).id } }
}

interface Home {
  readonly id: SessionId
  readonly isNew: boolean
}

/** Returns the conversation of a place. If it does not exist yet, it gets its id now. */
async function homeOf({ id: given, key }: Place, { conversations, store }: InputServices): Promise<Home> {
  const id = given ?? (key === undefined ? undefined : await conversations.idOf(key))
  if (id === undefined) {
    const newId = generateSessionId(withDefaultServices())
    if (key !== undefined) await conversations.assign(key, newId)
    return { id: newId, isNew: true }
  }
  const record = await store.sessions.get(id)
  return record ? { id: (await rootOf(store, record)).id, isNew: false } : { id, isNew: true }
}
