import type { Tool } from '../tools/tool.js'
import type { Hooks } from '../turn/hooks.js'
import type { SessionId } from '../values/session-id.js'

/** Longest system prompt section of a plugin, in characters. */
export const maxSectionChars = 40_000

/** A named bundle of extensions for an agent. Nothing is registered: a plugin is active where it was passed in. */
export interface Plugin {
  /** For errors and logs. No other plugin of the agent has it. */
  readonly name: string
  /** Added to the tools of the agent's executor, behind the same gate. Toolsets can exclude them like any other tool. */
  readonly tools?: readonly Tool[]
  /** At most {@link maxSectionChars} characters each. A section that throws or takes longer than 30 seconds is skipped and logged. */
  readonly promptSections?: readonly PromptSection[]
  readonly hooks?: Hooks
  readonly commands?: readonly SlashCommand[]
}

/** A part of the system prompt. Read once per session, when the prompt is built. */
export interface PromptSection {
  readonly id: string
  /**
   * How often the text changes. Stable sections come first, so that a provider's prompt cache covers as much of the prompt as
   * possible: `stable` is the same in every session of an agent, `context` depends on the folder or the person, `volatile` on the
   * day or the session. Sections of equal stability keep their order. Default `stable`.
   */
  readonly stability?: PromptStability
  /** An empty text omits the section. */
  readonly content: string | ((context: PromptContext) => string | Promise<string>)
}

export type PromptStability = 'stable' | 'context' | 'volatile'

export interface PromptContext {
  readonly sessionId: SessionId
  readonly source: string
  /** The person whose session it is. Absent if the surface named none. */
  readonly userId?: string
  readonly model: string
  /** Names of the tools that the session has. */
  readonly tools: readonly string[]
  /** The toolsets of these tools, as far as the executor knows them. */
  readonly toolsets?: readonly string[]
}

/**
 * A slash command: `/name arguments`, on every surface that supports commands. It is listed in the same table as the built-in ones:
 * see `createCommandTable` of @hermes/conversations, whose `Command` extends this with a richer context.
 */
export interface SlashCommand {
  /** Without the slash: lower-case letters, digits, `-`, with `:` between parts. A built-in command of the same name hides it. */
  readonly name: string
  readonly aliases?: readonly string[]
  /** The arguments, as shown in help: `[title]`. */
  readonly usage?: string
  /** One line, imperative, no full stop. */
  readonly description: string
  /** Its category in help: `session`, `model`, `tools`, `info`, `control`, `settings`. Default `extension`. */
  readonly category?: string
  /** `terminal`, `api`, `rpc`, `editor`, `chat`, `schedule`, `dashboard`. Default: all. */
  readonly surfaces?: readonly string[]
  /** The least role that may run it. Default `user`. */
  readonly who?: 'anyone' | 'user' | 'admin'
  /** While a turn runs: `at-once` runs beside it, `after` waits for its end, `refused` returns an error. Default `at-once`. */
  readonly whileRunning?: 'at-once' | 'after' | 'refused'
  /** Cannot be undone: the person is asked to confirm. Default false. */
  readonly isDestructive?: boolean
  /** Completions for the arguments. Must be quick and free of side effects. */
  complete?(prefix: string, context: SlashCommandContext): Promise<readonly { text: string; detail?: string }[]>
  /** Resolves to Markdown for the user, or to an outcome of the table. An error that it throws is shown. */
  run(args: string, context: SlashCommandContext): Promise<string | { readonly type: string }>
}

export interface SlashCommandContext {
  readonly sessionId: SessionId
  /** Who runs it. Absent if the surface does not know. */
  readonly person?: { readonly id: string; readonly role: 'anyone' | 'user' | 'admin' }
  readonly signal: AbortSignal
  /** Shows progress while the command runs. */
  report(progress: string): void
}
