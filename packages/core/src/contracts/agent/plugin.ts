import type { Tool } from '../tools/tool.js'
import type { Hooks } from '../turn/hooks.js'
import type { SessionId } from '../values/session-id.js'

/** Longest system prompt section of a plugin, in characters. */
export const maxSectionChars = 40_000

/** A named bundle of extensions for an agent. There is no registration: a plugin is active in the agents that it is passed to. */
export interface Plugin {
  /** For errors and logs. Unique among the plugins of an agent. */
  readonly name: string
  /** Added to the tools of the agent's executor, behind the same gate. Toolsets can exclude them, like any other tools. */
  readonly tools?: readonly Tool[]
  /** At most {@link maxSectionChars} characters each. The agent skips and logs a section that throws or takes longer than 30 seconds. */
  readonly promptSections?: readonly PromptSection[]
  readonly hooks?: Hooks
  readonly commands?: readonly SlashCommand[]
}

/** A part of the system prompt. Read once per session, when the prompt is built. */
export interface PromptSection {
  readonly id: string
  /**
   * How often the text changes. `stable`: the same in every session of an agent. `context`: depends on the folder or the person.
   * `volatile`: depends on the day or the session. Stable sections come first, so that a provider's prompt cache covers as much of the
   * prompt as possible. Sections of equal stability keep their order. Default `stable`.
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
  /** The toolsets of these tools, if the executor knows them. */
  readonly toolsets?: readonly string[]
}

/**
 * A slash command: `/name arguments`, on every surface that supports commands. It is listed in the same table as the built-in commands.
 * See `createCommandTable` of @hermes/conversations, whose `Command` extends this with a richer context.
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
  /** The lowest role that may run it. Default `user`. */
  readonly who?: 'anyone' | 'user' | 'admin'
  /** During a turn, `at-once` runs the command beside it, `after` waits for the end of the turn, and `refused` returns an error. Default `at-once`. */
  readonly whileRunning?: 'at-once' | 'after' | 'refused'
  /** Cannot be undone, so Hermes asks the person to confirm. Default false. */
  readonly isDestructive?: boolean
  /** It begins work in the background, which `/stop` ends: one that is sent behind it waits until it has run. Default false. */
  readonly beginsWork?: boolean
  /** Completions for the arguments. Must be quick and free of side effects. */
  complete?(prefix: string, context: SlashCommandContext): Promise<readonly { text: string; detail?: string }[]>
  /** Resolves to Markdown for the user, or to an outcome of the command table. The surface shows an error that it throws. */
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
