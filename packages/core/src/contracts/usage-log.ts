import type { SessionId } from './session-id.js'
import type { Usage } from './usage.js'

/** What the model calls of sessions used: by hour, task, provider and model. */
export interface UsageLog {
  /**
   * Counts one call that brought no message: in its account and in the session's own counters, all or nothing.
   * @throws {StoreError} `not-found` when there is no such session.
   */
  add(id: SessionId, call: ModelCall): Promise<void>
  /** By session, hour, task, provider and model. */
  find(query?: UsageQuery): Promise<readonly UsageAccount[]>
}

/** One call of a model that a session caused. */
export interface ModelCall {
  /** {@link turnTask} for the conversation itself, else the side task: `compression`, `title_generation`, `vision`, ... */
  readonly task: string
  /** Who served the model: `openrouter`. */
  readonly provider: string
  readonly model: string
  readonly usage: Usage
  /** When it ended. */
  readonly atMs: number
}

export interface UsageAccount extends Omit<ModelCall, 'atMs'> {
  readonly sessionId: SessionId
  /** The beginning of the hour, in milliseconds since 1970. */
  readonly hourMs: number
  readonly apiCallCount: number
}

/** All given conditions must hold. */
export interface UsageQuery {
  readonly sessionId?: SessionId
  /** Accounts whose hour begins at or after the hour of this time. */
  readonly sinceMs?: number
  /** Accounts whose hour begins at or before this time. */
  readonly untilMs?: number
}

/** The task of a session's own conversation. */
export const turnTask = 'turn'
