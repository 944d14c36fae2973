import type { Tool, ToolCall } from '@hermes/core'
import { parseToolArguments } from '../shared/arguments/parse-args.js'
import { callTool, searchTool } from './bridge-tools.js'
import { estimateDefinition } from './estimate-definition.js'
import { rememberIndex } from './remember-index.js'

export interface ToolSearchOptions {
  /** `auto` hides deferrable tools when their definitions exceed their share. Default: `auto`. */
  readonly mode?: 'auto' | 'on' | 'off'
  /** Maximum share of the model's context window for these definitions, limited to 25,000 tokens. Default: 0.1. */
  readonly share?: number
}

export interface ToolSearchSources {
  /** Returns the available deferrable tools, which a search can find. */
  findable(): Promise<readonly Tool[]>
  /** Returns the context window of the model in tokens, or `undefined` when it is unknown. */
  contextWindow(): number | undefined
  /** Returns whether tools may be added while a session runs. The session's list of tools does not change. */
  mayGrow(): boolean
}

/** Hides tools that take too much of the model's context window but keeps them callable. */
export interface ToolSearch {
  /** Returns the visible tools for a new session. Deterministic for the same tools. */
  list(available: readonly Tool[]): readonly Tool[]
  /** The two tools that give access to hidden ones. Empty when tools are never hidden. */
  readonly bridge: readonly Tool[]
  /** Replaces a call of `tool_call` with the call that it names. */
  unwrap(call: ToolCall, tools: ReadonlyMap<string, Tool>): ToolCall
}

/** Maximum tokens of definitions. Every request repeats them, so a large window does not justify a long list. */
const mostTokens = 25_000

/** Context window in tokens that is assumed when the model's is unknown. */
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
