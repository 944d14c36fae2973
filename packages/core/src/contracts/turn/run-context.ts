import type { SessionOrigin } from '../sessions/session-event.js'
import type { ReadOrigins } from '../values/content-origin.js'
import type { SessionId } from '../values/session-id.js'
import type { Budget } from './budget.js'
import type { AgentEvent } from './event.js'
import type { Hooks } from './hooks.js'

/** The run that a tool call belongs to, for tools that start their own runs or ask the user. */
export interface RunContext extends SessionOrigin {
  /** The root id of the run's session. */
  readonly sessionId: SessionId
  /** The session of the outermost run. The same as `sessionId` unless this run is a child. */
  readonly rootSessionId: SessionId
  /** 0 for the outermost run, 1 for its children, and so on. */
  readonly depth: number
  readonly budget: Budget
  /** What the conversation has read, for the gate and for tools that write or recall content. Absent: unknown. */
  readonly origins?: ReadOrigins
  /** Adds an event to the run's own stream. */
  emit(event: AgentEvent): void
  /**
   * Waits while a person has paused the run. The loop calls it before each model call and before the tools of an answer. An executor
   * calls it before each call. Rejects with the signal's reason once it is aborted. Absent: the run cannot be paused.
   */
  untilResumed?(signal: AbortSignal): Promise<void>
  /** Hooks that tools call on behalf of the run. They neither throw nor hang. */
  readonly hooks?: Pick<Hooks, 'subagent_start' | 'subagent_stop' | 'pre_approval_request' | 'post_approval_response'>
}
