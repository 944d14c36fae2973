import type { ToolHooks } from '../calls/tool-hooks.js'
import type { HermesError } from '../errors/errors.js'
import type { AssistantMessage, Message } from '../model/message.js'
import type { ModelRequest } from '../model/model-request.js'
import type { FinishReason, Usage } from '../model/usage.js'
import type { SessionEvent } from '../sessions/session-event.js'
import type { ReadOrigins } from '../values/content-origin.js'
import type { SessionId } from '../values/session-id.js'
import type { AuxiliaryHooks } from './auxiliary-hooks.js'
import type { CommandHooks } from './command-hooks.js'
import type { ContextSnapshot } from './context-snapshot.js'
import type { TurnOutcome } from './event.js'
import type { GatewayHooks } from './gateway-hooks.js'
import type { StreamHooks } from './stream-hooks.js'

/**
 * The hooks of a plugin. Hermes calls the hooks of several plugins in the order of the plugins.
 *
 * Each hook has 30 seconds. If a hook takes longer, Hermes does not call it for a minute and counts it as failed during that time. A hook that
 * returns `undefined` or `null` changes nothing. If it returns another type than the declared one, it has failed.
 *
 * `pre_tool_call`, `pre_command` and `pre_gateway_dispatch` fail closed: the call or command is blocked, or the message is skipped. Every other
 * hook fails open: the turn continues without it. Failures are logged and shown as a `notice`.
 */
export interface Hooks extends ToolHooks, StreamHooks, AuxiliaryHooks, CommandHooks, GatewayHooks {
  /** Called when a session is created, but not when it is resumed. */
  readonly on_session_start?: (event: SessionStartEvent) => Promise<void> | void
  /** Called when a session ends. `reason` is the stored end reason (`compression`, `new_session`, ...). */
  readonly on_session_end?: (event: SessionEndEvent) => Promise<void> | void
  /** Called once per turn. The text is appended to the request's copy of the user's message and never stored. */
  readonly pre_llm_call?: (event: TurnContextEvent) => Promise<string | undefined> | string | undefined
  /**
   * Called when an answer is about to end the turn. A returned text continues the turn instead: Hermes stores it as a message on the user's side, below
   * a line that says that no person has written it, and the model answers again, within the turn's budget. Not called for an answer that was cut off
   * at its length limit.
   */
  readonly pre_verify?: (event: PostLlmCallEvent) => Promise<string | undefined> | string | undefined
  /** Called after a turn that ended with an answer. */
  readonly post_llm_call?: (event: PostLlmCallEvent) => Promise<void> | void
  /** Called after a turn that was interrupted or failed. Nothing waits for the hook. */
  readonly agent_loop_stopped?: (event: AgentLoopStoppedEvent) => Promise<void> | void
  /** May replace the text of a turn's answer before it is returned. The stored message is unchanged. */
  readonly transform_llm_output?: (event: PostLlmCallEvent) => Promise<string | undefined> | string | undefined
  /** Called before each model call. */
  readonly pre_api_request?: (event: ApiRequestEvent) => Promise<void> | void
  /** Called after each model call that succeeded. */
  readonly post_api_request?: (event: ApiResponseEvent) => Promise<void> | void
  /** Called after each model call that failed. */
  readonly api_request_error?: (event: ApiErrorEvent) => Promise<void> | void
  /** Called with all messages before a conversation is compressed. This is the last chance to save what will be dropped. */
  readonly pre_compress?: (event: PreCompressEvent) => Promise<void> | void
  readonly subagent_start?: (event: SubagentEvent) => Promise<void> | void
  readonly subagent_stop?: (event: SubagentStopEvent) => Promise<void> | void
}

export interface SessionStartEvent extends SessionEvent {
  readonly source: string
}

export interface SessionEndEvent extends SessionEvent {
  readonly reason: string
}

export interface PreLlmCallEvent extends SessionEvent {
  readonly messages: readonly Message[]
  /** What the conversation has read. A hook that adds text by others adds the text's origins. Absent after the turn. */
  readonly origins?: ReadOrigins
  /** The session began with this turn, and nothing was stored for it before. Default: the session may be older. */
  readonly isNew?: boolean
}

export interface TurnContextEvent extends PreLlmCallEvent {
  /**
   * Stores a message on the user's side, which the model reads in this turn and in later ones. Use it for news that must not be lost. The message begins
   * with a line that says that the user has not written it. Absent while the model continues an answer that was cut off: tell it in the next turn.
   * @throws {StoreError} when the message could not be stored.
   */
  readonly tell?: (text: string) => Promise<void>
}

export interface PostLlmCallEvent extends PreLlmCallEvent {
  readonly outcome: Extract<TurnOutcome, { readonly text: string }>
}

export interface AgentLoopStoppedEvent extends SessionEvent {
  /** The messages at the end of the turn. Calls of a failed turn may lack their results. */
  readonly messages: readonly Message[]
  readonly outcome: Exclude<TurnOutcome, { readonly text: string }>
}

export interface ApiRequestEvent extends SessionEvent {
  /** 1 for the first model call of the turn. */
  readonly iteration: number
  readonly request: ModelRequest
}

export interface ApiResponseEvent extends ApiRequestEvent {
  readonly message: AssistantMessage
  readonly reason: FinishReason
  readonly usage: Usage
}

export interface ApiErrorEvent extends ApiRequestEvent {
  readonly error: HermesError
}

export interface PreCompressEvent extends SessionEvent {
  readonly snapshot: ContextSnapshot
}

/** A run that a tool call of `sessionId` started in a separate session. */
export interface SubagentEvent extends SessionEvent {
  readonly childSessionId: SessionId
  readonly goal: string
}

export interface SubagentStopEvent extends SubagentEvent {
  readonly outcome: TurnOutcome
}
