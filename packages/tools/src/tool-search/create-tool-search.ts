import type { Tool, ToolCall } from '@hermes/core'
import { parseToolArguments } from '../shared/arguments/parse-args.js'
import { callTool, searchTool } from './bridge-tools.js'
import { estimateDefinition } from './estimate-definition.js'
import { rememberIndex } from './remember-index.js'

export interface ToolSearchOptions {
  /** `auto`: where the definitions of tools that may be deferred take more than their share. Default `auto`. */
  readonly mode?: 'auto' | 'on' | 'off'
  /** The part of the model's window that these definitions may take. Default 0.1. */
  readonly share?: number
}

export interface ToolSearchSources {
  /** Tools of the session that can be used now and are not listed. */
  findable(): Promise<readonly Tool[]>
  /** Tokens. */
  contextWindow(): number | undefined
}

/** Keeps tools that are too many for the model's window out of its list, and within its reach. */
export interface ToolSearch {
  /** What the model is shown of the tools that a new session could have: the same list for the same tools. */
  list(available: readonly Tool[]): readonly Tool[]
  /** The two tools that stand for the hidden ones. Empty where nothing is ever hidden. */
  readonly bridge: readonly Tool[]
  /** The call that is meant: for one of `tool_call` that of the tool which it names. */
  unwrap(call: ToolCall, tools: ReadonlyMap<string, Tool>): ToolCall
}

/** Where the model's window is not known. */
const assumedWindow = 128_000

export function createToolSearch(
  { mode = 'auto', share = 0.1 }: ToolSearchOptions,
  sources: ToolSearchSources,
): ToolSearch {
  const isTooMuch = (tools: readonly Tool[]) => {
    const tokens = tools.reduce((sum, tool) => sum + estimateDefinition(tool), 0)
    return tokens > share * (sources.contextWindow() ?? assumedWindow)
  }
  const index = rememberIndex()
  const search = (deferred: readonly Tool[]) => searchTool({ deferred, findable: sources.findable, index })
  const bridge = mode === 'off' ? [] : [search([]), callTool]
  return {
    bridge,
    list(available) {
      const deferred = available.filter(({ isDeferrable }) => isDeferrable)
      const isHidden = deferred.length > 0 && (mode === 'on' || (mode === 'auto' && isTooMuch(deferred)))
      if (!isHidden) return available
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
