import type { JsonObject } from './json.js'
import type { Message, ToolCall, ToolMessage } from './message.js'
import type { SessionId } from './session-store.js'
import type { Tool } from './tool.js'

/** A named bundle of what extends an agent. Nothing is registered: a plugin is in effect where it was passed in. */
export interface Plugin {
  readonly name: string
  /** Must also be in the registry behind the agent's executor; `createAgent` checks it. */
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

/** What the executor has to call around each tool call. */
export interface ToolHooks {
  /** May block the call, the reason goes to the model, or change its arguments. A throwing hook blocks. */
  readonly pre_tool_call?: (event: ToolCallEvent) => Promise<ToolCallVerdict | undefined> | ToolCallVerdict | undefined
  readonly post_tool_call?: (event: ToolCallEvent & { readonly result: ToolMessage }) => Promise<void> | void
}

export interface Hooks extends ToolHooks {
  /** Once per turn. The text joins the request's copy of the user's message and is never stored. */
  readonly pre_llm_call?: (event: {
    readonly sessionId: SessionId
    readonly messages: readonly Message[]
  }) => Promise<string | undefined> | string | undefined
}

export interface ToolCallEvent {
  readonly sessionId: SessionId
  readonly call: ToolCall
  readonly args: JsonObject
}

export type ToolCallVerdict =
  | { readonly action: 'block'; readonly reason: string }
  | { readonly action: 'change'; readonly args: JsonObject }

/** `/name arguments`, on every surface that takes commands. */
export interface SlashCommand {
  readonly name: string
  readonly description: string
  /** What comes after the name in help: `[title]`. */
  readonly usage?: string
  /** Resolves to the text for the user. */
  run(args: string, context: { readonly sessionId: SessionId; readonly signal: AbortSignal }): Promise<string>
}
