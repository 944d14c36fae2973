import type { ToolHooks } from '../calls/tool-hooks.js'
import type { RunContext } from '../turn/run-context.js'
import type { ContentOrigin } from '../values/content-origin.js'
import type { JsonObject } from '../values/json.js'
import type { SessionId } from '../values/session-id.js'
import type { Tool } from './tool.js'

/**
 * Decides whether a call may run. The executor asks the gate about every call, after the hooks and before the tool. No call bypasses it.
 *
 * Every implementation guarantees that it answers or rejects once `signal` is aborted, and that it never runs the call itself. A gate
 * that throws blocks the call.
 */
export interface ToolGate {
  review(request: GateRequest, options: { readonly signal: AbortSignal }): Promise<GateVerdict>
}

export interface GateRequest {
  readonly tool: Tool
  /** The exact arguments that the tool will run with, before its schema fills in defaults. */
  readonly args: JsonObject
  readonly sessionId: SessionId
  readonly taskId: string
  readonly callId: string
  /** Whether a hook has approved the call. The gate then asks no one. Calls that it always refuses stay refused. */
  readonly isApproved?: boolean
  /** The run that made the call, if any. The gate asks the run's user for approvals. */
  readonly run?: RunContext
  /** The gate calls the approval hooks. */
  readonly hooks?: ToolHooks
}

/**
 * - `origins`: where the result will come from, if the assessment of the call shows it.
 * - `settle`: called once when the tool has ended, however it ended. Returns a sentence about what the gate has undone, which is appended to
 *   the result.
 * - `reason`: a sentence for the model. It must not explain how to switch the gate off.
 * - `told`: the same for people, who need no advice.
 */
export type GateVerdict =
  | {
      readonly allowed: true
      readonly origins?: readonly ContentOrigin[]
      settle?(): Promise<string | undefined>
    }
  | { readonly allowed: false; readonly reason: string; readonly told?: string }
