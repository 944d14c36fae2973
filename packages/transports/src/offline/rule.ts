import type { JsonObject } from '@hermes/core'

/** One kind of request that the offline transport supports. */
export interface Rule {
  /** An example request, shown by `help`. */
  readonly example: string
  /** Returns the task for a request, or `undefined` if the rule does not match. */
  match(sentence: string): Task | undefined
}

/** Returns the next step. Called again after each tool result. */
export type Task = (scene: Scene) => Step

/** The part of a conversation that a task can see. */
export interface Scene {
  /** Returns the first of these tools that is available. */
  firstTool<Name extends string>(...names: readonly Name[]): Name | undefined
  /** Completed calls since the latest user message, oldest first. */
  readonly results: readonly ToolResult[]
  /** Earlier user messages, oldest first. */
  readonly said: readonly string[]
}

export interface ToolResult {
  readonly tool: string
  readonly args: JsonObject
  readonly text: string
}

export type Step =
  | { readonly type: 'say'; readonly text: string }
  | { readonly type: 'call'; readonly tool: string; readonly args: JsonObject }

export function say(text: string): Step {
  return { type: 'say', text }
}

export function call(tool: string, args: JsonObject): Step {
  return { type: 'call', tool, args }
}

export function sayMissing(...tools: readonly string[]): Step {
  return say(`That needs the tool ${tools.join(' or ')}, which is not available in this session.`)
}
