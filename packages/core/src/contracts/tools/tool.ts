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
 * Something that a model can call. A tool gets its services when it is created (`terminalTools({ environment })`), and the data of each
 * call from the {@link ToolContext}.
 */
export interface Tool<Args = unknown> extends ToolDefinition, ToolTraits {
  /** Users switch tools on and off by toolset: `file`, `terminal`. */
  readonly toolset: string
  readonly effect: ToolEffect
  /** Which calls of one answer may run concurrently. `safe`: with any other call. `never`: with none. A path scope: with calls whose paths do not overlap. */
  readonly concurrency: 'safe' | 'never' | PathScope<Args>
  /**
   * Validates and types the arguments. Without it, `run` receives the parsed JSON object as it is, because `parameters` only tell the model
   * what to write.
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
  /** The root id of the session, the same for its whole lineage. */
  readonly sessionId: SessionId
  /** Separates the state that tools keep between calls by task, for example a shell's working folder. */
  readonly taskId: string
  readonly signal: AbortSignal
  /** The run that made the call. Absent when the executor is used without an agent. */
  readonly run?: RunContext
  /** Whether a program reads the result instead of the model. Default false. */
  readonly isFromProgram?: boolean
  /** Shows progress to the user and replaces the previous progress: one line, or the last lines of an output. The model never sees it. */
  report(progress: string): void
}

/** A string is a successful result. */
export type ToolOutput = string | ToolOutcome

export interface ToolOutcome {
  readonly content: MessageContent
  readonly isError?: boolean
  /** For surfaces that show more than text (a diff, a plan). The model never sees it. */
  readonly display?: JsonValue
  /** The amount of data that the call handled, for surfaces. The model never sees it. */
  readonly amount?: ToolAmount
  /** Who wrote the content, in addition to the tool's own `origins`. The model never sees it. Default: none. */
  readonly origins?: readonly ContentOrigin[]
}

/** Registry, gate and scheduling, as the loop sees them. */
export interface ToolExecutor {
  /**
   * Returns the tools of a new session. With `kept`, the tools that a session started with, returns those of them that still exist and whose
   * keys are set, in the same order, whatever their own checks say now. A session keeps the tools and texts of its first turn; tools that are
   * added later do not join it.
   */
  definitions(kept?: readonly string[]): Promise<readonly ToolDefinition[]>
  /**
   * Runs the calls of one answer. Guarantees:
   * - Each call gets one `tool-end`, as soon as the call ends.
   * - After an abort, calls that have not ended get a result that says so.
   * - It never throws, and never hangs on a tool that ignores its signal.
   */
  execute(calls: readonly ToolCall[], context: ExecuteContext): AsyncIterable<ToolEvent>
  /**
   * If the model wrote arguments that are almost JSON, returns the call with the arguments that {@link execute} reads from them, as JSON;
   * otherwise returns the same object. The loop stores the result in place of the call, so that later requests show what ran. The same text
   * always gives the same result. Without this member, arguments that are not a JSON object are sent back as `{}`.
   */
  repairCall?(call: ToolCall): ToolCall
  /**
   * Returns the traits that the tool of this name declares, for the loop, the prompt and the plugins; `undefined` for an unknown name.
   * Without this member, the loop assumes that every tool may change anything.
   */
  traitsOf?(name: string): ToolFacts | undefined
  /**
   * Returns a copy of the executor with additional tools behind the same gate and limits. An agent calls it with the tools of its
   * plugins. Without this member, an agent rejects plugins with tools.
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
  /** Whether a program made the calls and reads their results. Default false: the model reads them. */
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
 * Builds a tool from a schema. It derives the JSON Schema for the model, and the tool's arguments are validated and typed.
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
 * @throws {ConfigError} when providers do not accept the name or the schema, when the schema does not describe itself, when `run` or the effect
 * is missing, or when `timeoutMs` is not a number above 0. A plain JSON Schema does not validate: pass it through `z.fromJSONSchema`, or write
 * the {@link Tool} itself.
 */
export function defineTool<Schema extends ToolSchema>(
  declaration: ToolDeclaration<Schema>,
): Tool<StandardSchemaV1.InferOutput<Schema>> {
  const { parameters: schema, ...tool } = declaration
  assertTool(declaration)
  return { ...tool, parameters: toParameters(tool.name, schema), schema }
}
