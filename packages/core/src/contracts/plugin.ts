import type { Hooks } from './hooks.js'
import type { SessionId } from './session-id.js'
import type { Tool } from './tool.js'

/** A named bundle of what extends an agent. Nothing is registered: a plugin is in effect where it was passed in. */
export interface Plugin {
  readonly name: string
  /** Take effect where they are registered: put them into the registry behind the agent's executor as well. */
  readonly tools?: readonly Tool[]
  readonly promptSections?: readonly PromptSection[]
  readonly hooks?: Hooks
  readonly commands?: readonly SlashCommand[]
}

/** A part of the system prompt. Read once per session, when the prompt is built. */
export interface PromptSection {
  readonly id: string
  /** An empty text leaves the section out. */
  readonly content: string | ((context: PromptContext) => string | Promise<string>)
}

export interface PromptContext {
  readonly sessionId: SessionId
  readonly source: string
  readonly model: string
  /** Names of the tools that the session has. */
  readonly tools: readonly string[]
}

/** `/name arguments`, on every surface that takes commands. */
export interface SlashCommand {
  readonly name: string
  readonly description: string
  /** What comes after the name in help: `[title]`. */
  readonly usage?: string
  /** Resolves to the text for the user. */
  run(args: string, context: { readonly sessionId: SessionId; readonly signal: AbortSignal }): Promise<string>
}
