import type { JsonObject, Tool, ToolContext, ToolDefinition, ToolOutcome } from '@hermes/core'

/**
 * The tools that a program can call, as the session that runs it has them. Whoever implements this is responsible for the
 * gate: every call has to take the road of a model's call, with its hooks and approvals.
 */
export interface ProgramTools {
  /** What a program may call: those that its session has and that are available now. */
  list(context: ToolContext): Promise<readonly CallableTool[]>
  /** Runs a call to its end. Never rejects: what goes wrong is an outcome. */
  call(call: ToolRequest, context: ProgramCallContext): Promise<ToolOutcome>
}

/** What is known of a tool before it is called. */
export interface CallableTool extends Pick<ToolDefinition, 'name' | 'parameters'> {
  /** `safe` calls of a program may run side by side; the others wait for each other. */
  readonly concurrency: Tool['concurrency']
}

export interface ToolRequest {
  readonly id: string
  readonly name: string
  readonly args: JsonObject
}

/** `signal` ends with the program; everything else is that of the call that runs it. */
export interface ProgramCallContext extends ToolContext {
  /** A person is asked about the call, or has been: the time in between is not the program's. */
  readonly waiting: { begin(): void; end(): void }
}
