import {
  HermesError,
  type Message,
  type MessageContent,
  type SessionId,
  type SessionRecord,
  type SessionStore,
  type StoredMessage,
  StoreError,
} from '@hermes/core'
import {
  claimConversation,
  compressionOf,
  measuredRequest,
  newestOf,
  pressureTold,
  rewound,
  rootOf,
} from '@hermes/core/sessions'

export interface RewindOptions {
  readonly store: SessionStore
  /** The id of the session in which the conversation continues. */
  readonly generateId: () => SessionId
  /** Default 1. */
  readonly exchanges?: number
  readonly signal: AbortSignal
  /** Default `Date.now`. */
  readonly now?: () => number
}

/** The result of a rewind. */
export interface Rewound {
  readonly exchanges: number
  /** The first user message that was taken back. */
  readonly content: MessageContent
  /** The number of remaining messages. */
  readonly messagesLeft: number
}

/**
 * Takes the newest exchanges of a conversation back: user messages with everything that followed them.
 *
 * The log is append-only, so nothing is deleted: the session is split as by a compression, and its continuation starts with the
 * remaining messages. This is one atomic operation of the store. Every id of the lineage resolves to the continuation, and the removed
 * messages stay readable in the previous session. Prompt, tools and messages are copied unchanged, so later requests hit the provider's
 * cache.
 *
 * Messages before a compression cannot be taken back, because the conversation no longer contains them.
 * @throws {StoreError} `not-found`; `conflict` when another process changed the conversation concurrently. {@link HermesError}
 * `conversation/nothing-to-undo` when there is no such exchange.
 */
export async function rewindConversation(id: SessionId, options: RewindOptions): Promise<Rewound> {
  const { store, signal } = options
  const record = await store.sessions.get(id)
  if (!record) throw new StoreError('not-found', `There is no session "${id}".`)
  await using claim = await claimConversation(store, (await rootOf(store, record)).id, { signal })
  return await rewind(record, { ...options, store: claim.store })
}

async function rewind(member: SessionRecord, options: RewindOptions): Promise<Rewound> {
  const { store, generateId, exchanges = 1, now = Date.now } = options
  const record = await newestOf(store, member)
  const stored = await store.messages.load(record.id)
  const starts = exchangeStarts(stored, compressionOf(record)?.summary)
  const cut = starts.at(-exchanges)
  const first = cut === undefined ? undefined : stored[cut]
  if (cut === undefined || first?.message.role !== 'user') throw nothingToUndo(starts.length)
  const left = stored.slice(0, cut)
  const { model, systemPrompt, contextState } = record
  await store.sessions.split(record.id, {
    id: generateId(),
    atMs: now(),
    // Measurements of larger requests no longer apply.
    notes: rewound.with(pressureTold.without(measuredRequest.without(record.notes)), exchanges),
    messages: left.map(({ id: _, sessionId: __, ...message }) => message),
    ...(model !== undefined && { model }),
    ...(systemPrompt !== undefined && { systemPrompt }),
    ...(contextState && { contextState }),
  })
  return { exchanges, content: first.message.content, messagesLeft: left.length }
}

/** The start of each exchange: the user messages, except the summary of a compression. */
function exchangeStarts(stored: readonly StoredMessage[], summary: string | undefined): readonly number[] {
  return stored.flatMap(({ message }, index) =>
    message.role === 'user' && !isSummary(message, summary) ? [index] : [],
  )
}

function isSummary({ content }: Message, summary: string | undefined): boolean {
  return (
    summary !== undefined && summary !== '' && JSON.stringify(content).includes(JSON.stringify(summary).slice(1, -1))
  )
}

function nothingToUndo(there: number): HermesError {
  const reason = there === 0 ? 'there is no exchange in this conversation' : `it goes back for ${there} exchanges only`
  return new HermesError('conversation/nothing-to-undo', `Nothing was taken back: ${reason}.`)
}
