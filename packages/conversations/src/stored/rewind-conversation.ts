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
  /** The id of the session that the conversation continues in. */
  readonly generateId: () => SessionId
  /** Default 1. */
  readonly exchanges?: number
  readonly signal: AbortSignal
  /** Default `Date.now`. */
  readonly now?: () => number
}

/** What a rewind took back. */
export interface Rewound {
  readonly exchanges: number
  /** What the user had said first among it. */
  readonly content: MessageContent
  /** Messages of the conversation that are left. */
  readonly messagesLeft: number
}

/**
 * Takes the newest exchanges of a conversation back: user messages with everything that came of them.
 *
 * The log is append-only, so nothing is cut off: the session is split as a compression splits it, and its continuation begins with
 * the messages that are left. That is one atomic step of the store, every id of the lineage leads to the continuation, and what
 * was taken back stays readable in the session before it. Prompt, tools and messages are repeated as they are stored, so the
 * requests that follow begin with the bytes that the provider has cached.
 *
 * A compression draws a line: what came before it cannot be taken back, because the conversation no longer holds it.
 * @throws {StoreError} `not-found`; `conflict` when another process changed the conversation meanwhile. {@link HermesError}
 * `conversation/nothing-to-undo` when it has no such exchange.
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
    // What was measured of requests that held more is wrong now.
    notes: rewound.with(pressureTold.without(measuredRequest.without(record.notes)), exchanges),
    messages: left.map(({ id: _, sessionId: __, ...message }) => message),
    ...(model !== undefined && { model }),
    ...(systemPrompt !== undefined && { systemPrompt }),
    ...(contextState && { contextState }),
  })
  return { exchanges, content: first.message.content, messagesLeft: left.length }
}

/** Where exchanges begin: at the messages of the user. What stands for a compressed past begins none. */
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
