import type { JsonObject } from './json.js'
import type { MessageSearch } from './message-search.js'
import type { QuestionTable } from './question.js'
import type { SessionId } from './session-id.js'
import type { NewMessage, StoredMessage } from './stored-message.js'
import type { Usage } from './usage.js'

/**
 * Keeps sessions and their messages: the record that resume, search and every surface stand on.
 *
 * Guarantees of every implementation: what a resolved promise acknowledged survives the death of the process; the
 * messages of a session come back in the order of their `append` calls, equal to what was given; a failed call changes
 * nothing. Failures are {@link StoreError}s.
 */
export interface SessionStore extends AsyncDisposable {
  readonly sessions: SessionTable
  readonly messages: MessageLog
  /** Absent in a store that does not keep what side tasks use. */
  readonly sideUsage?: SideUsageLog
  /** Absent in a store that cannot keep questions: they are then known to their own process alone. */
  readonly questions?: QuestionTable
  /** Absent in a store that cannot search. */
  readonly search?: MessageSearch
}

export interface SessionTable {
  /** @throws {StoreError} `conflict` when the id or the title is taken; `not-found` when there is no such parent. */
  create(session: NewSession): Promise<SessionRecord>
  get(id: SessionId): Promise<SessionRecord | undefined>
  /** Newest activity first. */
  find(query?: SessionQuery): Promise<readonly SessionRecord[]>
  /** @throws {StoreError} `not-found`; `conflict` when the title is taken. */
  update(id: SessionId, changes: SessionChanges): Promise<SessionRecord>
  /** Removes the session with its messages; its children lose their parent link. Resolves `false` if there was none. */
  delete(id: SessionId): Promise<boolean>
}

export interface MessageLog {
  /**
   * Adds messages to the end of a session and counts them and their usage, all or nothing.
   * @throws {StoreError} `not-found` when there is no such session.
   */
  append(id: SessionId, messages: readonly NewMessage[], usage?: Usage): Promise<readonly StoredMessage[]>
  /** All messages of one session, oldest first; empty for an unknown session. */
  load(id: SessionId): Promise<readonly StoredMessage[]>
}

/** What the side tasks of sessions used, by task and model. */
export interface SideUsageLog {
  /**
   * Adds one model call to the task's account and to the session's own counters, all or nothing.
   * @throws {StoreError} `not-found` when there is no such session.
   */
  add(id: SessionId, call: SideCall): Promise<void>
  /** The accounts of one session, by task, provider and model; empty for an unknown session. */
  load(id: SessionId): Promise<readonly SideUsage[]>
}

/** A model call that a session caused beside its conversation. */
export interface SideCall {
  /** `compression`, `title_generation`, `vision`, `approval`, ... */
  readonly task: string
  readonly provider: string
  readonly model: string
  readonly usage: Usage
}

export interface SideUsage extends SideCall {
  readonly apiCallCount: number
}

export interface NewSession {
  readonly id: SessionId
  /** The surface that began it: `cli`, `api_server`, `telegram`, `cron`, `tool`. */
  readonly source: string
  readonly model?: string
  readonly modelConfig?: JsonObject
  readonly systemPrompt?: string
  readonly title?: string
  readonly userId?: string
  /** Set on a continuation after compression, a branch, or a delegate's session. */
  readonly parentSessionId?: SessionId
  /** The folder that the session works in. */
  readonly workingDirectory?: string
  readonly startedAtMs: number
}

export interface SessionRecord extends NewSession {
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
  /** The context engine's own state. */
  readonly contextState?: JsonObject
}

/** `null` clears a value. */
export interface SessionChanges {
  readonly title?: string | null
  readonly model?: string
  readonly modelConfig?: JsonObject
  readonly systemPrompt?: string
  readonly endedAtMs?: number | null
  readonly endReason?: string | null
  readonly contextState?: JsonObject | null
}

/** All given conditions must hold. */
export interface SessionQuery {
  readonly idPrefix?: string
  readonly title?: string
  readonly source?: string
  /** Children of this session; `null` for sessions without a parent. */
  readonly parentSessionId?: SessionId | null
  /** Default: no limit. */
  readonly limit?: number
}
