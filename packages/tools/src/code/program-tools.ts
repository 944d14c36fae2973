import type { JsonObject, Tool, ToolContext, ToolDefinition, ToolOutcome } from '@hermes/core'

/**
 * Tools that a program can call, from the session that runs it. The implementation must pass every call through the
 * same hooks and approvals as a call of the model.
 */
export interface ProgramTools {
  /** Returns the callable tools of the session that are currently available. */
  list(context: ToolContext): Promise<readonly CallableTool[]>
  /** Runs a call. Never rejects; failures are outcomes. */
  call(call: ToolRequest, context: ProgramCallContext): Promise<ToolOutcome>
}

/** Information about a tool that is available before it is called. */
export interface CallableTool extends Pick<ToolDefinition, 'name' | 'parameters'> {
  /** Concurrency of the tool. `safe` calls of a program may run concurrently; others run one after another. */
  readonly concurrency: Tool['concurrency']
}

export interface ToolRequest {
  readonly id: string
  readonly name: string
  readonly args: JsonObject
}

/** Context of the call that runs the program, with a `signal` that is aborted when the program ends. */
export interface ProgramCallContext extends ToolContext {
  /** Called before and after an approval, whose time does not count toward the program's limit. */
  readonly waiting: { begin(): void; end(): void }
}
