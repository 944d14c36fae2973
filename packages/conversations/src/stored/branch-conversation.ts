import { type SessionId, type SessionRecord, type SessionStore, type StoredMessage, StoreError } from '@hermes/core'
import {
  compressionOf,
  getNextTitleInLineage,
  lineageRoot,
  type NewSession,
  newestOf,
  rootOf,
} from '@hermes/core/sessions'
import { claimIfFree } from './claim-if-free.js'

export interface BranchOptions {
  readonly store: SessionStore
  /** The id of the new conversation. */
  readonly id: SessionId
  /**
   * The title. Default: the title of the conversation with a number.
   * @throws {StoreError} `conflict` when it is taken.
   */
  readonly title?: string
  /** The last message to share. Default: all messages, without those of a running turn. */
  readonly through?: StoredMessage['id']
  /** The current time. Default `Date.now`. */
  readonly now?: () => number
}

/**
 * Creates a conversation that shares its history with another one and then diverges. Prompt, tools and messages are copied unchanged, so
 * its first request hits the cached prefix of the other one. While a process is running a turn of the other one, the copy ends with the
 * last answer: otherwise its next turn would answer that question, too.
 * @throws {StoreError} `not-found`; `conflict` when the title is taken.
 */
export async function branchConversation(memberId: SessionId, options: BranchOptions): Promise<SessionRecord> {
  const { store, id, title, through = Number.POSITIVE_INFINITY, now = Date.now } = options
  const member = await store.sessions.get(memberId)
  if (!member) throw new StoreError('not-found', `There is no session "${memberId}".`)
  await using claim = await claimIfFree(store, (await rootOf(store, member)).id)
  const record = await newestOf(store, member)
  const all = await store.messages.load(record.id)
  const shared = claim ? all : wholeExchanges(all, record)
  const stored = shared.filter((message) => message.id <= through)
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
  // The notes of the context engine may concern messages that the branch does not contain.
  const contextState = stored.length === all.length ? record.contextState : undefined
  const created = contextState ? await store.sessions.update(id, { contextState }) : await store.sessions.get(id)
  if (!created) throw new StoreError('not-found', `The branch "${id}" was deleted immediately.`)
  return created
}

/** Returns the messages up to the last answer; all of them if that is in a summary, which cannot be divided. */
function wholeExchanges(all: readonly StoredMessage[], record: SessionRecord): readonly StoredMessage[] {
  const last = all.findLastIndex(({ message }) => message.role === 'assistant' && !message.tool_calls)
  return last < 0 && compressionOf(record) ? all : all.slice(0, last + 1)
}

function inherited(record: SessionRecord): Omit<NewSession, 'id' | 'title' | 'startedAtMs'> {
  const { source, model, systemPrompt, userId, workingDirectory } = record
  return {
    source,
    parentSessionId: record.id,
    link: 'branch',
    // A branch is the root of its own lineage.
    notes: lineageRoot.without(record.notes),
    ...(model !== undefined && { model }),
    ...(systemPrompt !== undefined && { systemPrompt }),
    ...(userId !== undefined && { userId }),
    ...(workingDirectory !== undefined && { workingDirectory }),
  }
}
