import type { ToolHooks } from '../calls/tool-hooks.js'
import type { RunContext } from '../turn/run-context.js'
import type { ContentOrigin } from '../values/content-origin.js'
import type { JsonObject } from '../values/json.js'
import type { SessionId } from '../values/session-id.js'
import type { Tool } from './tool.js'

/**
 * Decides whether a call may run. The executor asks it about every call, after the hooks and before the tool. No call bypasses it.
 *
 * An implementation guarantees: it answers or rejects once `signal` is aborted, and it never runs the call itself. A gate that
 * throws blocks the call.
 */
export interface ToolGate {
  review(request: GateRequest, options: { readonly signal: AbortSignal }): Promise<GateVerdict>
}

export interface GateRequest {
  readonly tool: Tool
  /** Exactly the arguments that the tool will run with, before its schema fills in defaults. */
  readonly args: JsonObject
  readonly sessionId: SessionId
  readonly taskId: string
  readonly callId: string
  /** A hook has approved the call: the gate asks no one. Calls that it always refuses stay refused. */
  readonly isApproved?: boolean
  /** The run that made the call, if any. Approvals are requested from its user. */
  readonly run?: RunContext
  /** The approval hooks are called by the gate. */
  readonly hooks?: ToolHooks
}

/**
 * `origins`: where the result will come from, as far as the assessment of the call shows it. `reason` is a sentence for the model. It
 * must not explain how to switch the gate off. `told` says the same to people, who need no advice. `settle` is called once when the
 * tool has ended, however it ended: it returns a sentence about what the gate has undone, which follows the result.
 */
export type GateVerdict =
  | {
      readonly allowed: true
      readonly origins?: readonly ContentOrigin[]
      settle?(): Promise<string | undefined>
    }
  | { readonly allowed: false; readonly reason: string; readonly told?: string }
