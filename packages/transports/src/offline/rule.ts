import type { JsonObject } from '@hermes/core'

/** One kind of request that the stand-in understands. */
export interface Rule {
  /** How to ask for it, as `help` shows it. */
  readonly example: string
  /** What to do about a sentence; `undefined` when it asks for something else. */
  match(sentence: string): Task | undefined
}

/** What to do next, given what is known: the same task is asked again after each tool result. */
export type Task = (scene: Scene) => Step

/** What a task can see of the conversation. */
export interface Scene {
  /** The first of these tools that may be called. */
  firstTool<Name extends string>(...names: readonly Name[]): Name | undefined
  /** The calls since the user's sentence that have been answered, oldest first. */
  readonly results: readonly ToolResult[]
  /** What the user had said before, oldest first. */
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
