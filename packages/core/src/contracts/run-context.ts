import type { Budget } from './budget.js'
import type { AgentEvent } from './event.js'
import type { Hooks } from './hooks.js'
import type { SessionId } from './session-id.js'

/** The run that a tool call belongs to: what tools need that start runs of their own, or ask people. */
export interface RunContext {
  /** The session of the run, as a person sees it. */
  readonly sessionId: SessionId
  /** The session of the run that a user or a surface started; the same as `sessionId` unless this run is a child. */
  readonly rootSessionId: SessionId
  /** 0 for a run that a user or a surface started, 1 for its children, and so on. */
  readonly depth: number
  readonly budget: Budget
  /** Shows an event in the run's own stream. */
  emit(event: AgentEvent): void
  /** What plugins want to hear of that tools do on behalf of the run. These hooks neither throw nor hang. */
  readonly hooks?: Pick<Hooks, 'subagent_start' | 'subagent_stop' | 'pre_approval_request' | 'post_approval_response'>
}
