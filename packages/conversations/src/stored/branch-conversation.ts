import { type SessionId, type SessionRecord, type SessionStore, StoreError } from '@hermes/core'
import { getNextTitleInLineage, lineageRoot, type NewSession, newestOf } from '@hermes/core/sessions'

export interface BranchOptions {
  readonly store: SessionStore
  /** The id of the new conversation. */
  readonly id: SessionId
  /** Default: that of the conversation, numbered. @throws {StoreError} `conflict` when it is taken. */
  readonly title?: string
  /** Default `Date.now`. */
  readonly now?: () => number
}

/**
 * Begins a conversation that shares everything said so far with another one and then goes its own way. Prompt, tools and messages are
 * repeated as they are stored, so its first request finds the cached prefix of the other one.
 * @throws {StoreError} `not-found`; `conflict` when the title is taken.
 */
export async function branchConversation(memberId: SessionId, options: BranchOptions): Promise<SessionRecord> {
  const { store, id, title, now = Date.now } = options
  const member = await store.sessions.get(memberId)
  if (!member) throw new StoreError('not-found', `There is no session "${memberId}".`)
  const record = await newestOf(store, member)
  const stored = await store.messages.load(record.id)
  const name = title ?? (await getNextTitleInLineage(store, record))
  await store.sessions.create({
    ...inherited(record),
    id,
    startedAtMs: now(),
    ...(name !== undefined && { title: name }),
  })
  await store.messages.append(
    id,
    stored.map(({ id: _, sessionId: __, ...message }) => message),
  )
  const { contextState } = record
  const created = contextState ? await store.sessions.update(id, { contextState }) : await store.sessions.get(id)
  if (!created) throw new StoreError('not-found', `The branch "${id}" was deleted at once.`)
  return created
}

function inherited(record: SessionRecord): Omit<NewSession, 'id' | 'title' | 'startedAtMs'> {
  const { source, model, systemPrompt, userId, workingDirectory } = record
  return {
    source,
    parentSessionId: record.id,
    link: 'branch',
    // A branch is the root of a lineage of its own.
    notes: lineageRoot.without(record.notes),
    ...(model !== undefined && { model }),
    ...(systemPrompt !== undefined && { systemPrompt }),
    ...(userId !== undefined && { userId }),
    ...(workingDirectory !== undefined && { workingDirectory }),
  }
}
