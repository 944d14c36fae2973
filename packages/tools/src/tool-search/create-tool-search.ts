import type { Tool, ToolCall } from '@hermes/core'
import { parseToolArguments } from '../shared/arguments/parse-args.js'
import { callTool, searchTool } from './bridge-tools.js'
import { estimateDefinition } from './estimate-definition.js'
import { rememberIndex } from './remember-index.js'

export interface ToolSearchOptions {
  /** `auto`: hides deferrable tools when their definitions exceed their share. Default `auto`. */
  readonly mode?: 'auto' | 'on' | 'off'
  /** The maximum share of the model's context window for these definitions, and at most 25,000 tokens. Default 0.1. */
  readonly share?: number
}

export interface ToolSearchSources {
  /** The available tools of the session that are not listed. */
  findable(): Promise<readonly Tool[]>
  /** In tokens. */
  contextWindow(): number | undefined
  /** Whether tools may be added while a session runs, whose list stays as it is. */
  mayGrow(): boolean
}

/** Hides tools that take too much of the model's context window, and keeps them callable. */
export interface ToolSearch {
  /** The visible tools for a new session. Deterministic for the same tools. */
  list(available: readonly Tool[]): readonly Tool[]
  /** The two tools that give access to the hidden ones. Empty when nothing is ever hidden. */
  readonly bridge: readonly Tool[]
  /** Replaces a call of `tool_call` with the call that it names. */
  unwrap(call: ToolCall, tools: ReadonlyMap<string, Tool>): ToolCall
}

/** Every request repeats the definitions, so that a large window is no reason for a long list. In tokens. */
const mostTokens = 25_000

/** Used when the model's context window is unknown. */
const assumedWindow = 128_000

export function createToolSearch(
  { mode = 'auto', share = 0.1 }: ToolSearchOptions,
  sources: ToolSearchSources,
): ToolSearch {
  const isTooMuch = (tools: readonly Tool[]) => {
    const tokens = tools.reduce((sum, tool) => sum + estimateDefinition(tool), 0)
    return tokens > Math.min(mostTokens, share * (sources.contextWindow() ?? assumedWindow))
  }
  const index = rememberIndex()
  const search = (deferred: readonly Tool[]) => searchTool({ deferred, findable: sources.findable, index })
  const bridge = mode === 'off' ? [] : [search([]), callTool]
  return {
    bridge,
    list(available) {
      const deferred = available.filter(({ isDeferrable }) => isDeferrable)
      const isHidden = deferred.length > 0 && (mode === 'on' || (mode === 'auto' && isTooMuch(deferred)))
      if (!isHidden) return sources.mayGrow() ? [...available, ...bridge] : available
      return [...available.filter(({ isDeferrable }) => !isDeferrable), search(deferred), callTool]
    },
    unwrap(call, tools) {
      const { name, arguments: text } = call.function
      if (name !== callTool.name || tools.get(name) !== callTool) return call
      const target = readTarget(text)
      return target && tools.has(target.name) ? { ...call, function: target } : call
    },
  }
}

function readTarget(text: string): { readonly name: string; readonly arguments: string } | undefined {
  const parsed = parseToolArguments(text, callTool.parameters)
  if (!parsed.ok) return undefined
  const { name, arguments: args = {} } = parsed.args
  if (typeof name !== 'string' || name === callTool.name) return undefined
  return { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) }
}
