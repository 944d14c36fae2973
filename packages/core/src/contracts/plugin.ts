import type { Hooks } from './hooks.js'
import type { SessionId } from './session-id.js'
import type { Tool } from './tool.js'

/** Longest section of the system prompt that a plugin may bring. */
export const maxSectionChars = 40_000

/** A named bundle of what extends an agent. Nothing is registered: a plugin is in effect where it was passed in. */
export interface Plugin {
  readonly name: string
  /**
   * Join those of the agent's executor, and go through the same gate. Toolsets leave them out as they leave out any other tool.
   */
  readonly tools?: readonly Tool[]
  /** At most {@link maxSectionChars} characters each. One that throws, or takes longer than 30 seconds, is left out and logged. */
  readonly promptSections?: readonly PromptSection[]
  readonly hooks?: Hooks
  readonly commands?: readonly SlashCommand[]
}

/** A part of the system prompt. Read once per session, when the prompt is built. */
export interface PromptSection {
  readonly id: string
  /**
   * How often the text changes from session to session. What changes seldom comes first, so that a provider's cache holds for
   * as much of the prompt as it can: `stable` is the same in every session of an agent, `context` depends on the folder or the
   * person, `volatile` on the day or the session. Sections of one stability keep their order. Default `stable`.
   */
  readonly stability?: PromptStability
  /** An empty text leaves the section out. */
  readonly content: string | ((context: PromptContext) => string | Promise<string>)
}

export type PromptStability = 'stable' | 'context' | 'volatile'

export interface PromptContext {
  readonly sessionId: SessionId
  readonly source: string
  /** The person whose session it is. Absent where the surface did not name one. */
  readonly userId?: string
  readonly model: string
  /** Names of the tools that the session has. */
  readonly tools: readonly string[]
}

/**
 * `/name arguments`, on every surface that takes commands. It stands in the same table as the built-in ones: see
 * `createCommandTable` of @hermes/conversations, whose `Command` is one of these with more in its context.
 */
export interface SlashCommand {
  /** Without the slash: lower-case letters, digits, `-`. A built-in command of the same name hides it. */
  readonly name: string
  readonly aliases?: readonly string[]
  /** What comes after the name in help: `[title]`. */
  readonly usage?: string
  /** One line, imperative, no full stop. */
  readonly description: string
  /** Where help lists it: `session`, `model`, `tools`, `info`, `control`, `settings`. Default `extension`. */
  readonly category?: string
  /** `terminal`, `api`, `rpc`, `editor`, `chat`, `schedule`, `dashboard`. Default: all. */
  readonly surfaces?: readonly string[]
  /** The least role that may run it. Default `user`. */
  readonly who?: 'anyone' | 'user' | 'admin'
  /** While a turn runs: `at-once` runs beside it, `after` waits for its end, `refused` says so. Default `at-once`. */
  readonly whileRunning?: 'at-once' | 'after' | 'refused'
  /** It cannot be undone: the person is asked to confirm it. Default false. */
  readonly isDestructive?: boolean
  /** What the arguments could go on with. Quick and without side effects. */
  complete?(prefix: string, context: SlashCommandContext): Promise<readonly { text: string; detail?: string }[]>
  /** Resolves to Markdown for the user, or to an outcome of the table. What it throws is shown as an error. */
  run(args: string, context: SlashCommandContext): Promise<string | { readonly type: string }>
}

export interface SlashCommandContext {
  readonly sessionId: SessionId
  readonly signal: AbortSignal
  /** Shows what is going on while it takes a while. */
  report(progress: string): void
}
