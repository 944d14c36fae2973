import type { JsonObject } from './json.js'
import type { LaneClaims, WriteGuard } from './lane-claims.js'
import type { MessageSearch } from './message-search.js'
import type { QuestionTable } from './question.js'
import type { SessionId } from './session-id.js'
import type { SessionNotes } from './session-notes.js'
import type { NewMessage, StoredMessage } from './stored-message.js'
import type { Usage } from './usage.js'
import type { ModelCall, UsageLog } from './usage-log.js'
import type { ValueTable } from './value-table.js'
import type { ClaimedItem, NewWorkItem, WorkQueue } from './work-queue.js'

/**
 * Keeps sessions and their messages: the record that resume, search and every surface stand on.
 *
 * Guarantees of every implementation: what a resolved promise acknowledged survives the death of the process; the
 * messages of a session come back in the order of their `append` calls, equal to what was given; a failed call changes
 * nothing. Any number of processes may use one store at the same time. Failures are {@link StoreError}s.
 */
export interface SessionStore extends AsyncDisposable {
  readonly sessions: SessionTable
  readonly messages: MessageLog
  /** Absent in a store that does not keep what model calls used, beyond the sum in each session's record. */
  readonly usage?: UsageLog
  /** Absent in a store that cannot keep questions: they are then known to their own process alone. */
  readonly questions?: QuestionTable
  /** Absent in a store that cannot search. */
  readonly search?: MessageSearch
  /** Absent in a store that keeps conversations alone. */
  readonly values?: ValueTable
  /** Absent in a store that cannot keep work. */
  readonly queue?: WorkQueue
  /** Absent in a store that cannot keep those apart who work on one conversation. Such a store ignores `guard`. */
  readonly claims?: LaneClaims
}

/** Of writes to sessions. */
export interface WriteOptions {
  /** Refuses the write, with a {@link StoreError} of the kind `fenced`, when the claim was lost. */
  readonly guard?: WriteGuard
}

export interface AppendOptions extends WriteOptions {
  /** The model calls that the messages came from. */
  readonly calls?: readonly ModelCall[]
  /** An item of the store's queue that is done with this append. One that was taken over makes the append `fenced`. */
  readonly settles?: ClaimedItem
  /** Items that are put into the store's queue with this append. Those whose id is there already are dropped. */
  readonly puts?: readonly NewWorkItem[]
}

export interface SessionTable {
  /** @throws {StoreError} `conflict` when the id or the title is taken; `not-found` when there is no such parent. */
  create(session: NewSession, options?: WriteOptions): Promise<SessionRecord>
  get(id: SessionId): Promise<SessionRecord | undefined>
  /** Newest activity first. */
  find(query?: SessionQuery): Promise<readonly SessionSummary[]>
  /** @throws {StoreError} `not-found`; `conflict` when the title is taken. */
  update(id: SessionId, changes: SessionChanges, options?: WriteOptions): Promise<SessionRecord>
  /**
   * Ends a session with the reason `compression` and begins its continuation with what survived, all or nothing. Of two
   * that split one session at the same time, one fails.
   * @throws {StoreError} `not-found` when there is no such session; `conflict` when it was split already, or the new id or
   * title is taken.
   */
  split(id: SessionId, continuation: Continuation, options?: WriteOptions): Promise<SplitSession>
  /** Removes the session with its messages; its children lose their parent link. Resolves `false` if there was none. */
  delete(id: SessionId): Promise<boolean>
}

export interface MessageLog {
  /**
   * Adds messages to the end of a session, counts them and the model calls that they came from, and settles and puts items of
   * the queue, all or nothing.
   * @throws {StoreError} `not-found` when there is no such session; `fenced` when the claim of `guard` or `settles` was lost.
   */
  append(id: SessionId, messages: readonly NewMessage[], options?: AppendOptions): Promise<readonly StoredMessage[]>
  /** All messages of one session, oldest first; empty for an unknown session. */
  load(id: SessionId): Promise<readonly StoredMessage[]>
}

/** How a session came from its parent: it goes on where that was compressed, tries another way, or works for it. */
export type SessionLink = 'compression' | 'branch' | 'delegate'

export interface NewSession {
  readonly id: SessionId
  /** The surface that began it: `cli`, `api_server`, `telegram`, `cron`, `tool`. */
  readonly source: string
  readonly model?: string
  readonly notes?: SessionNotes
  readonly systemPrompt?: string
  readonly title?: string
  readonly userId?: string
  readonly parentSessionId?: SessionId
  /** Given together with `parentSessionId`. */
  readonly link?: SessionLink
  /** The folder that the session works in. */
  readonly workingDirectory?: string
  readonly startedAtMs: number
}

/** What lists show of a session. */
export interface SessionSummary extends Omit<NewSession, 'notes' | 'systemPrompt'> {
  readonly endedAtMs?: number
  /** `compression`, `branched`, `new_session`, ... Absent while the session may go on. */
  readonly endReason?: string
  readonly lastActivityAtMs: number
  readonly messageCount: number
  readonly toolCallCount: number
  /** Model calls, those of side tasks included. */
  readonly apiCallCount: number
  /** Of all these calls. */
  readonly usage: Usage
  /** Put away: lists leave it out unless they are asked for it. */
  readonly archived: boolean
}

/** Everything that a store keeps of a session beside its messages. A summary is no record: it has no notes. */
export interface SessionRecord extends SessionSummary {
  /** Empty where nothing was noted. */
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

/** What goes on behind a compression. Surface, user and folder are those of the session that is split. */
export interface Continuation {
  readonly id: SessionId
  readonly title?: string
  readonly model?: string
  readonly notes?: SessionNotes
  readonly systemPrompt?: string
  readonly contextState?: JsonObject
  readonly messages: readonly NewMessage[]
  /** When the one ends and the other begins. */
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
  /** Children of this session; `null` for sessions without a parent. */
  readonly parentSessionId?: SessionId | null
  /** Put away or not. Default: both. */
  readonly archived?: boolean
  /** Default: no limit. */
  readonly limit?: number
}
