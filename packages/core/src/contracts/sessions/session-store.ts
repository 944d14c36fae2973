import type { Usage } from '../model/usage.js'
import type { JsonObject } from '../values/json.js'
import type { SessionId } from '../values/session-id.js'
import type { LaneClaims, WriteGuard } from './lane-claims.js'
import type { MessageSearch } from './message-search.js'
import type { QuestionTable } from './question.js'
import type { SessionNotes } from './session-notes.js'
import type { NewMessage, StoredMessage } from './stored-message.js'
import type { ModelCall, UsageLog } from './usage-log.js'
import type { ValueTable } from './value-table.js'
import type { ClaimedItem, NewWorkItem, UnputItem, WorkQueue } from './work-queue.js'

/**
 * Keeps sessions and their messages. Resume, search and every surface are built on it.
 *
 * Every implementation guarantees:
 * - A write whose promise resolved survives the death of the process.
 * - Messages of a session are returned in the order of their `append` calls, and equal to the input.
 * - An `append` that is called while its session is being created runs after the creation.
 * - A failed call changes nothing.
 *
 * Any number of processes may use one store at the same time. Failures are {@link StoreError}s.
 */
export interface SessionStore extends AsyncDisposable {
  readonly sessions: SessionTable
  readonly messages: MessageLog
  /** Absent in a store that keeps only the usage totals of each session. */
  readonly usage?: UsageLog
  /** Absent in a store that cannot keep questions. Questions then stay in their own process. */
  readonly questions?: QuestionTable
  /** Absent in a store that cannot search. */
  readonly search?: MessageSearch
  /** Absent in a store that keeps only conversations. */
  readonly values?: ValueTable
  /** Absent in a store without a work queue. */
  readonly queue?: WorkQueue
  /** Absent in a store without claims. Such a store ignores `guard`. */
  readonly claims?: LaneClaims
}

/** For writes to sessions. */
export interface WriteOptions {
  /** Rejects the write with a {@link StoreError} of kind `fenced` if the claim was lost. */
  readonly guard?: WriteGuard
}

export interface CreateOptions extends WriteOptions {
  /**
   * If true, a power failure within a second may undo the creation, unless something was written later; the death of the process may not.
   * For a session whose first message follows. Saves a disk sync in a store that has one. Default false.
   */
  readonly isVolatile?: boolean
}

export interface AppendOptions extends WriteOptions {
  /** The model calls that the messages came from. */
  readonly calls?: readonly ModelCall[]
  /**
   * A queue item that this append marks as done. The append fails with `fenced` if the item's claim was lost, or, for an unput item, if the
   * queue has an item with its id.
   */
  readonly settles?: ClaimedItem | UnputItem
  /** Items that this append adds to the store's queue. An item whose id already exists is ignored. */
  readonly puts?: readonly NewWorkItem[]
  /**
   * If true, a power failure within a second may undo the append; the death of the process may not. For messages that can be made again from
   * what is still stored then. Saves a disk sync in a store that has one. Default false.
   */
  readonly isVolatile?: boolean
}

export interface SessionTable {
  /** @throws {StoreError} `conflict` when the id or the title is taken; `not-found` when there is no such parent. */
  create(session: NewSession, options?: CreateOptions): Promise<SessionRecord>
  get(id: SessionId): Promise<SessionRecord | undefined>
  /** Newest activity first. */
  find(query?: SessionQuery): Promise<readonly SessionSummary[]>
  /** @throws {StoreError} `not-found`; `conflict` when the title is taken. */
  update(id: SessionId, changes: SessionChanges, options?: WriteOptions): Promise<SessionRecord>
  /**
   * Atomically ends a session with the reason `compression` and creates its continuation with the surviving messages. If two calls
   * split a session at the same time, one of them fails.
   * @throws {StoreError} `not-found` when there is no such session; `conflict` when it was already split, or the new id or
   * title is taken.
   */
  split(id: SessionId, continuation: Continuation, options?: WriteOptions): Promise<SplitSession>
  /** Removes the session and its messages. Its children lose their parent link. Resolves to `false` if there is no such session. */
  delete(id: SessionId): Promise<boolean>
}

export interface LoadOptions {
  /** Reads at most this many messages, from the beginning. Default: all. */
  readonly limit?: number
  /** Reads the last messages instead, also oldest first. Without a limit, it has no effect. */
  readonly fromEnd?: boolean
}

export interface MessageLog {
  /**
   * Atomically appends messages to a session, counts them and their model calls, and settles and adds queue items.
   * @throws {StoreError} `not-found` when there is no such session; `fenced` when the claim of `guard` or `settles` was lost, or the id of `settles` was used before.
   */
  append(id: SessionId, messages: readonly NewMessage[], options?: AppendOptions): Promise<readonly StoredMessage[]>
  /** Returns the messages of one session, oldest first; empty for an unknown session. */
  load(id: SessionId, options?: LoadOptions): Promise<readonly StoredMessage[]>
}

/** How a session relates to its parent: it continues the parent after a compression, branches off from it, or works for it. */
export type SessionLink = 'compression' | 'branch' | 'delegate'

export interface NewSession {
  readonly id: SessionId
  /** The surface that created it: `cli`, `api_server`, `telegram`, `cron`, `tool`. */
  readonly source: string
  readonly model?: string
  readonly notes?: SessionNotes
  readonly systemPrompt?: string
  readonly title?: string
  readonly userId?: string
  readonly parentSessionId?: SessionId
  /** Required with `parentSessionId`. */
  readonly link?: SessionLink
  /** The folder that the session works in. */
  readonly workingDirectory?: string
  readonly startedAtMs: number
}

/** The fields of a session that lists show. */
export interface SessionSummary extends Omit<NewSession, 'notes' | 'systemPrompt'> {
  readonly endedAtMs?: number
  /** `compression`, `branched`, `new_session`, ... Absent while the session is open. */
  readonly endReason?: string
  readonly lastActivityAtMs: number
  readonly messageCount: number
  readonly toolCallCount: number
  /** Model calls, including side tasks. */
  readonly apiCallCount: number
  /** The usage of all these calls. */
  readonly usage: Usage
  /** Whether it is archived. Lists hide archived sessions by default. */
  readonly archived: boolean
}

/** Everything that a store keeps about a session besides its messages. Unlike a summary, it has notes. */
export interface SessionRecord extends SessionSummary {
  /** Empty if there are none. */
  readonly notes: SessionNotes
  readonly systemPrompt?: string
  /** The context engine's own state. */
  readonly contextState?: JsonObject
}

/** `null` clears a value. */
export interface SessionChanges {
  readonly title?: string | null
  readonly model?: string
  readonly notes?: SessionNotes
  readonly systemPrompt?: string
  readonly endedAtMs?: number | null
  readonly endReason?: string | null
  readonly contextState?: JsonObject | null
  readonly archived?: boolean
}

/** The continuation after a compression. The store copies surface, user and folder from the session that is split. */
export interface Continuation {
  readonly id: SessionId
  readonly title?: string
  readonly model?: string
  readonly notes?: SessionNotes
  readonly systemPrompt?: string
  readonly contextState?: JsonObject
  readonly messages: readonly NewMessage[]
  /** When the old session ends and the new one begins. */
  readonly atMs: number
}

export interface SplitSession {
  readonly record: SessionRecord
  readonly messages: readonly StoredMessage[]
}

/** All given conditions must hold. */
export interface SessionQuery {
  readonly idPrefix?: string
  readonly title?: string
  readonly source?: string
  /** Only children of this session. `null`: only sessions without a parent. */
  readonly parentSessionId?: SessionId | null
  /** Archived or not. Default: both. */
  readonly archived?: boolean
  /** Default: no limit. */
  readonly limit?: number
}
