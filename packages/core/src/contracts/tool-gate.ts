import type { JsonObject } from './json.js'
import type { RunContext } from './run-context.js'
import type { SessionId } from './session-id.js'
import type { Tool } from './tool.js'
import type { ToolHooks } from './tool-hooks.js'

/**
 * Decides whether a call may run. The executor asks it for every call, after hooks and before the tool: no other road
 * leads to a tool.
 *
 * Guarantees of an implementation: it answers or rejects once `signal` is aborted, and it never runs the call itself.
 * A gate that throws blocks the call.
 */
export interface ToolGate {
  review(request: GateRequest, options: { readonly signal: AbortSignal }): Promise<GateVerdict>
}

export interface GateRequest {
  readonly tool: Tool
  /** Exactly what the tool will be run with, before its schema fills in defaults. */
  readonly args: JsonObject
  readonly sessionId: SessionId
  readonly taskId: string
  readonly callId: string
  /** A hook answered what the gate would ask: it asks nothing. What it always refuses stays refused. */
  readonly isApproved?: boolean
  /** The run that made the call, where one did: who may be asked about it. */
  readonly run?: RunContext
  /** Those for approvals are the gate's to call. */
  readonly hooks?: ToolHooks
}

/** `reason` is a sentence that the model reads; it must not explain how to switch the gate off. */
export type GateVerdict = { readonly allowed: true } | { readonly allowed: false; readonly reason: string }
