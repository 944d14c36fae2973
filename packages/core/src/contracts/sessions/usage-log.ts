import type { Usage } from '../model/usage.js'
import type { SessionId } from '../values/session-id.js'

/** The usage of sessions' model calls, by hour, task, provider and model. */
export interface UsageLog {
  /**
   * Atomically counts one call that produced no message, in its account and in the session's counters.
   * @throws {StoreError} `not-found` when there is no such session.
   */
  add(id: SessionId, call: ModelCall): Promise<void>
  /** Returns the matching totals: one account per session, hour, task, provider and model. */
  accounts(query?: UsageQuery): Promise<readonly UsageAccount[]>
}

/** One model call that a session caused. */
export interface ModelCall {
  /** {@link turnTask} for the conversation itself, otherwise the side task: `compression`, `title_generation`, `vision`, ... */
  readonly task: string
  /** The provider that served the model: `openrouter`. */
  readonly provider: string
  readonly model: string
  readonly usage: Usage
  /** When the call ended. */
  readonly atMs: number
}

export interface UsageAccount extends Omit<ModelCall, 'atMs'> {
  readonly sessionId: SessionId
  /** The start of the hour, in milliseconds since 1970. */
  readonly hourMs: number
  readonly apiCallCount: number
}

/** All given conditions must match. */
export interface UsageQuery {
  readonly sessionId?: SessionId
  /** Accounts whose hour starts at or after the hour of this time. */
  readonly sinceMs?: number
  /** Accounts whose hour starts at or before this time. */
  readonly untilMs?: number
}

/** The task of a session's own conversation. */
export const turnTask = 'turn'
