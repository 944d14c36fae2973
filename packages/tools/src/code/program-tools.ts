import type { JsonObject, Tool, ToolContext, ToolDefinition, ToolOutcome } from '@hermes/core'

/**
 * The tools that a program can call, from the session that runs it. The implementation must pass every call through the
 * same hooks and approvals as a call of the model.
 */
export interface ProgramTools {
  /** The callable tools of the session that are currently available. */
  list(context: ToolContext): Promise<readonly CallableTool[]>
  /** Runs a call. Never rejects: failures are outcomes. */
  call(call: ToolRequest, context: ProgramCallContext): Promise<ToolOutcome>
}

/** What is known of a tool before it is called. */
export interface CallableTool extends Pick<ToolDefinition, 'name' | 'parameters'> {
  /** `safe` calls of a program may run concurrently; the others run one after another. */
  readonly concurrency: Tool['concurrency']
}

export interface ToolRequest {
  readonly id: string
  readonly name: string
  readonly args: JsonObject
}

/** The context of the call that runs the program, with a `signal` that is aborted when the program ends. */
export interface ProgramCallContext extends ToolContext {
  /** Brackets approvals, whose time does not count as the program's. */
  readonly waiting: { begin(): void; end(): void }
}
