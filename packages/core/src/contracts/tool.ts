import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'
import { ConfigError } from './errors.js'
import type { JsonSchema, JsonValue } from './json.js'
import type { MessageContent, ToolCall } from './message.js'
import type { RunContext } from './run-context.js'
import type { SessionId } from './session-id.js'
import type { ToolDefinition } from './tool-definition.js'
import type { ToolEvent } from './tool-event.js'
import type { ToolHooks } from './tool-hooks.js'

/**
 * Something a model can call. A tool gets its services when it is built (`terminalTools({ environment })`); what differs
 * from call to call comes in the {@link ToolContext}.
 */
export interface Tool<Args = unknown> extends ToolDefinition, ToolTraits {
  /** Tools are switched on and off by toolset: `file`, `terminal`. */
  readonly toolset: string
  /**
   * What may be run again when a crash left it unknown whether the call happened: `read` changes nothing, `idempotent`
   * ends the same however often it runs, `once` must not be repeated.
   */
  readonly effect: 'read' | 'idempotent' | 'once'
  /** Which calls of one answer may run side by side: `safe` with anything, `never`, or when the paths do not overlap. */
  readonly concurrency: 'safe' | 'never' | PathScope<Args>
  /** Validates and types the arguments. Without it they are handed on as the parsed JSON object. */
  readonly schema?: StandardSchemaV1<unknown, Args>
  /** May throw: the executor turns whatever is thrown into a result that the model reads. */
  run(args: Args, context: ToolContext): Promise<ToolOutput>
}

/** What a tool may declare of itself whatever its arguments are. All of it is optional, and kept by {@link defineTool}. */
export interface ToolTraits {
  /** Asked at the beginning of each turn. Default: available. One that throws, or takes longer than 5 s, means no. */
  readonly isAvailable?: () => boolean | Promise<boolean>
  /**
   * Environment variables (or the secrets of a home) without which the tool cannot work, any of them missing or empty.
   * Whoever wires the executor knows their values; it then counts the tool as unavailable, and `hermes tools` names what is
   * missing. Default: none.
   */
  readonly requiredVariables?: readonly string[]
  /**
   * How long one call may run, in milliseconds. Then its `signal` is aborted, and the model reads that the limit was
   * reached, after whatever the tool still gives back. A tool that ignores its signal is left to itself after the grace of the executor; what it does from then on
   * reaches nobody. Waiting for an approval does not count. Default: the limit of the executor, which by default is none.
   */
  readonly timeoutMs?: number
  /**
   * The longest result in characters, at most the limit of the executor; what is longer becomes its head and tail, and the
   * whole goes to a file where the executor has a place for it. `Infinity`: the tool bounds its own results, and only the
   * limit for all results of an answer counts. Default: the limit of the executor.
   */
  readonly maxResultChars?: number
  /**
   * The text for a session that has these tools (their names, its own among them): a description that names other tools
   * does so only where they are there. Called when a session begins; the session keeps what it was given. Must be pure: the
   * same names, the same text. Arguments are still checked against the tool's own `schema` and `parameters`.
   */
  adapt?(available: ReadonlySet<string>): Pick<ToolDefinition, 'description' | 'parameters'>
  /**
   * The tool may be left out of the list and found by search instead, where there are too many for the model's window: for
   * tools of servers and plugins. Default false.
   */
  readonly isDeferrable?: boolean
  /**
   * Its results were written by strangers, as pages and other people's servers write them: the executor takes invisible
   * characters out and marks the text as material. A tool that marks its own results leaves this out. Default false.
   */
  readonly isUntrusted?: boolean
}

export interface PathScope<Args> {
  /** The files or folders that the call touches, as the model wrote them. */
  paths(args: Args): readonly string[]
}

export interface ToolContext {
  readonly callId: string
  /** As a person sees it: the same for the whole lineage, also after a compression. */
  readonly sessionId: SessionId
  /** Isolates what one task keeps between calls, such as a shell's working folder. */
  readonly taskId: string
  readonly signal: AbortSignal
  /** The run that made the call. Absent when the executor is used without an agent. */
  readonly run?: RunContext
  /** Shows a line of progress to the user; the model never sees it. */
  report(progress: string): void
}

/** A string is a successful result. */
export type ToolOutput = string | ToolOutcome

export interface ToolOutcome {
  readonly content: MessageContent
  readonly isError?: boolean
  /** For surfaces that show more than text (a diff, a plan); the model never sees it. */
  readonly display?: JsonValue
}

/** Registry, gate and scheduling, as the loop sees them. */
export interface ToolExecutor {
  /**
   * What a new session gets now; or, of the tools that a session began with, those that can still be used, in their order. A
   * session keeps what its first turn was given, texts included: later tools do not join it, and what is said of the others
   * stays as it was.
   */
  definitions(kept?: readonly string[]): Promise<readonly ToolDefinition[]>
  /**
   * Runs the calls of one answer. Guarantees: one `tool-end` for each call, as soon as it has ended, whatever happens;
   * after an abort the calls that had not ended get a result that says so; it never throws and never hangs on a tool that
   * ignores its signal.
   */
  execute(calls: readonly ToolCall[], context: ExecuteContext): AsyncIterable<ToolEvent>
  /**
   * What a tool declares of itself: decides which calls are made again after a crash. Without it, or for an unknown name,
   * none is.
   */
  effectOf?(name: string): Tool['effect'] | undefined
}

export interface ExecuteContext {
  readonly sessionId: SessionId
  readonly taskId: string
  readonly signal: AbortSignal
  readonly hooks?: ToolHooks
  readonly run?: RunContext
}

/** A schema that validates and describes itself, as zod (4.2 or newer), valibot and arktype make them. */
export interface ToolSchema<Input = unknown, Output = Input> {
  readonly '~standard': StandardSchemaV1.Props<Input, Output> & StandardJSONSchemaV1.Props<Input, Output>
}

export interface ToolDeclaration<Schema extends ToolSchema> extends ToolTraits {
  readonly name: string
  readonly description: string
  readonly parameters: Schema
  readonly toolset: string
  readonly effect: Tool['effect']
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
 * @throws {ConfigError} when the name or the schema is not one that providers accept.
 */
export function defineTool<Schema extends ToolSchema>(
  declaration: ToolDeclaration<Schema>,
): Tool<StandardSchemaV1.InferOutput<Schema>> {
  const { parameters: schema, ...tool } = declaration
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(tool.name)) {
    throw new ConfigError('', `"${tool.name}" is no tool name: use 1 to 64 letters, digits, "_" or "-".`)
  }
  return { ...tool, parameters: toParameters(tool.name, schema), schema }
}

function toParameters(name: string, schema: ToolSchema): JsonSchema {
  const { $schema: _, ...parameters } = schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' })
  if (parameters.type !== 'object') {
    throw new ConfigError('', `The parameters of the tool "${name}" must be an object schema.`)
  }
  return parameters as JsonSchema
}
