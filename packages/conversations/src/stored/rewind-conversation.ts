import {
  type ContentOrigin,
  HermesError,
  type Message,
  type MessageContent,
  type SessionId,
  type SessionNotes,
  type SessionRecord,
  type SessionStore,
  type StoredMessage,
} from '@hermes/core'
import { originsNote, withoutOriginsAfter } from '@hermes/core/origins'
import {
  claimConversation,
  compressionOf,
  measuredRequest,
  newestOf,
  pressureTold,
  rewound,
  rootOf,
} from '@hermes/core/sessions'
import { joinsTurn } from './joins-turn.js'

export interface RewindOptions {
  readonly store: SessionStore
  /** Creates the id of the session in which the conversation continues. */
  readonly generateId: () => SessionId
  /** How many exchanges to take back. Default 1. */
  readonly exchanges?: number
  readonly signal: AbortSignal
  /** The current time. Default `Date.now`. */
  readonly now?: () => number
}

/** The result of a rewind. */
export interface Rewound {
  readonly exchanges: number
  /** The first user message that was taken back. */
  readonly content: MessageContent
  /** Who wrote the first message, if not the user. */
  readonly origins?: readonly ContentOrigin[]
  /** The number of remaining messages. */
  readonly messagesLeft: number
}

/**
 * Takes back the newest exchanges of a conversation: user messages with everything that followed them.
 *
 * The log is append-only, so nothing is deleted: the session is split as by a compression, and its continuation starts with the remaining
 * messages. This is one atomic operation of the store. Every id of the lineage resolves to the continuation, and the removed messages stay
 * readable in the previous session. Content that only they contain no longer counts as read. Prompt, tools and messages are copied
 * unchanged, so later requests hit the provider's cache.
 *
 * Messages before a compression cannot be taken back, because the conversation no longer contains them.
 * @throws `store/conflict` when another process changed the conversation concurrently. {@link HermesError} `conversation/nothing-to-undo`
 * when there is no such exchange.
 */
export async function rewindConversation(id: SessionId, options: RewindOptions): Promise<Rewound> {
  const { store, signal } = options
  const record = await store.sessions.get(id)
  // A conversation is stored with its first turn.
  if (!record) throw nothingToUndo(0)
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
  const { notes, removed } = withoutReadOf(record.notes, left)
  await store.sessions.split(record.id, {
    id: generateId(),
    atMs: now(),
    // Measurements of larger requests no longer apply.
    notes: rewound.with(pressureTold.without(measuredRequest.without(notes)), exchanges),
    messages: left.map(({ id: _, sessionId: __, ...message }) => message),
    ...(model !== undefined && { model }),
    ...(systemPrompt !== undefined && { systemPrompt }),
    ...(contextState && { contextState }),
  })
  const origins = removed.filter(({ sinceMs }) => sinceMs === first.timestampMs)
  return {
    exchanges,
    content: first.message.content,
    messagesLeft: left.length,
    ...(origins.length > 0 && { origins }),
  }
}

/** Returns the notes without the origins of content that only the removed messages contain. */
function withoutReadOf(notes: SessionNotes, left: readonly StoredMessage[]) {
  const known = originsNote.of({ notes })
  if (!known) return { notes, removed: [] }
  const latestMs = left.reduce((latest, { timestampMs }) => Math.max(latest, timestampMs), Number.NEGATIVE_INFINITY)
  const { note, removed } = withoutOriginsAfter(known, latestMs)
  return { notes: originsNote.with(notes, note), removed }
}

/**
 * Returns the start of each exchange: the user messages, except the summary of a compression and what Hermes told the model within
 * a turn.
 */
function exchangeStarts(stored: readonly StoredMessage[], summary: string | undefined): readonly number[] {
  return stored.flatMap((entry, index) =>
    entry.message.role === 'user' && !isSummary(entry.message, summary) && !joinsTurn(entry) ? [index] : [],
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
