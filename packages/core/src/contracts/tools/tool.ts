import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { ToolAmount } from '../calls/tool-amount.js'
import type { ToolEvent } from '../calls/tool-event.js'
import type { ToolHooks } from '../calls/tool-hooks.js'
import type { ToolEffect, ToolFacts, ToolTraits } from '../calls/tool-traits.js'
import type { MessageContent, ToolCall } from '../model/message.js'
import type { ToolDefinition } from '../model/tool-definition.js'
import type { RunContext } from '../turn/run-context.js'
import type { ContentOrigin } from '../values/content-origin.js'
import type { JsonValue } from '../values/json.js'
import type { SessionId } from '../values/session-id.js'
import { assertTool } from './assert-tool.js'
import { type ToolSchema, toParameters } from './tool-schema.js'

/**
 * Something a model can call. A tool gets its services when it is created (`terminalTools({ environment })`) and the data of each
 * call from the {@link ToolContext}.
 */
export interface Tool<Args = unknown> extends ToolDefinition, ToolTraits {
  /** Tools are switched on and off by toolset: `file`, `terminal`. */
  readonly toolset: string
  readonly effect: ToolEffect
  /** Which calls of one answer may run side by side: `safe` with anything, `never`, or when the paths do not overlap. */
  readonly concurrency: 'safe' | 'never' | PathScope<Args>
  /**
   * Validates and types the arguments. Without it, `run` receives the parsed JSON object as it is: `parameters` only tell the model what to
   * write.
   */
  readonly schema?: StandardSchemaV1<unknown, Args>
  /** May throw: the executor turns the error into a result that the model reads. */
  run(args: Args, context: ToolContext): Promise<ToolOutput>
}

export interface PathScope<Args> {
  /** The files or folders that the call touches, as the model wrote them. */
  paths(args: Args): readonly string[]
}

export interface ToolContext {
  readonly callId: string
  /** The root id of the session: the same for its whole lineage. */
  readonly sessionId: SessionId
  /** Separates the state that tools keep between calls, such as a shell's working folder, by task. */
  readonly taskId: string
  readonly signal: AbortSignal
  /** The run that made the call. Absent when the executor is used without an agent. */
  readonly run?: RunContext
  /** A program reads the result, not the model. Default false. */
  readonly isFromProgram?: boolean
  /** Shows progress to the user, in place of the previous one: a line, or the last lines of an output. The model never sees it. */
  report(progress: string): void
}

/** A string is a successful result. */
export type ToolOutput = string | ToolOutcome

export interface ToolOutcome {
  readonly content: MessageContent
  readonly isError?: boolean
  /** For surfaces that show more than text (a diff, a plan); the model never sees it. */
  readonly display?: JsonValue
  /** The amount of data that the call handled, for surfaces; the model never sees it. */
  readonly amount?: ToolAmount
  /** Who wrote the content, in addition to the tool's own `origins`. The model never sees it. Default: none. */
  readonly origins?: readonly ContentOrigin[]
}

/** Registry, gate and scheduling, as the loop sees them. */
export interface ToolExecutor {
  /**
   * The tools of a new session. With the tools that a session started with: those of them that still exist and whose keys are set, in their order, whatever their own checks say now. A
   * session keeps the tools and texts of its first turn; tools that were added later do not join it.
   */
  definitions(kept?: readonly string[]): Promise<readonly ToolDefinition[]>
  /**
   * Runs the calls of one answer. Guarantees: one `tool-end` per call, as soon as it ends; after an abort, calls that have not ended
   * get a result that says so; it never throws and never hangs on a tool that ignores its signal.
   */
  execute(calls: readonly ToolCall[], context: ExecuteContext): AsyncIterable<ToolEvent>
  /**
   * The call with the arguments that {@link execute} reads from it, as JSON, where the model wrote something that is almost JSON; otherwise the
   * same object. The loop stores it in place of the call, so that later requests show what ran. Always the same for the same text. Without
   * this member, arguments that are no JSON object are sent back as `{}`.
   */
  repairCall?(call: ToolCall): ToolCall
  /**
   * The traits that the tool of this name declares, for the loop, the prompt and the plugins. `undefined` for an unknown name. Without
   * this member, every tool is assumed to change anything.
   */
  traitsOf?(name: string): ToolFacts | undefined
  /**
   * A copy of the executor with additional tools behind the same gate and limits. An agent calls it with the tools of its plugins.
   * Without this member, an agent rejects plugins with tools.
   * @throws {ConfigError} when a name is taken.
   */
  withTools?(tools: readonly Tool[]): ToolExecutor
}

export interface ExecuteContext {
  readonly sessionId: SessionId
  readonly taskId: string
  readonly signal: AbortSignal
  readonly hooks?: ToolHooks
  readonly run?: RunContext
  /** The calls are those of a program, which reads their results. Default false: the model reads them. */
  readonly isFromProgram?: boolean
}

export interface ToolDeclaration<Schema extends ToolSchema> extends ToolTraits {
  readonly name: string
  readonly description: string
  readonly parameters: Schema
  readonly toolset: string
  readonly effect: ToolEffect
  readonly concurrency: 'safe' | 'never' | PathScope<StandardSchemaV1.InferOutput<Schema>>
  run(args: StandardSchemaV1.InferOutput<Schema>, context: ToolContext): Promise<ToolOutput>
}

/**
 * Builds a tool from a schema: the JSON Schema for the model is derived, the arguments are validated and typed.
 *
 * @example
 * ```ts
 * const clock = defineTool({
 *   name: 'clock',
 *   description: 'Tells the time.',
 *   toolset: 'time',
 *   parameters: z.object({ zone: z.string().default('UTC') }),
 *   effect: 'read',
 *   concurrency: 'safe',
 *   run: async ({ zone }) => new Date().toLocaleString('en', { timeZone: zone }),
 * })
 * ```
 * @throws {ConfigError} when the name or the schema is not one that providers accept, a schema does not describe itself, `run` or the effect is
 * missing, or `timeoutMs` is no number above 0. A plain JSON Schema does not validate: pass it through `z.fromJSONSchema`, or write the {@link Tool} itself.
 */
export function defineTool<Schema extends ToolSchema>(
  declaration: ToolDeclaration<Schema>,
): Tool<StandardSchemaV1.InferOutput<Schema>> {
  const { parameters: schema, ...tool } = declaration
  assertTool(declaration)
  return { ...tool, parameters: toParameters(tool.name, schema), schema }
}
