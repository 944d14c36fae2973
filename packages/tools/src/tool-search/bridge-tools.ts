import { alwaysRuns, HermesError, type Tool } from '@hermes/core'
import { originsOfDescription } from '@hermes/core/origins'
import { isRecord } from '@hermes/safety'
import { withoutInvisible } from '../shared/fence-untrusted.js'
import type { IndexOf } from './remember-index.js'

export const bridgeToolset = 'tool_search'

// Uses plain schemas, because every executor has these two tools and most sessions never need the schema library for them.

export interface SearchToolOptions {
  /** Hidden tools, as far as they are known. */
  readonly deferred: readonly Tool[]
  readonly findable: () => Promise<readonly Tool[]>
  readonly index: IndexOf
}

export function searchTool({ deferred, findable, index }: SearchToolOptions): Tool {
  return {
    name: 'tool_search',
    description: `Find tools that are not in your list${deferred.length ? `: ${summary(deferred)}` : ''}. Gives their names, descriptions and parameters; run them with tool_call.`,
    toolset: bridgeToolset,
    parameters: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'What the tool should do, or its name.' },
        limit: { type: 'integer', minimum: 1, maximum: 20, default: 5 },
      },
      required: ['query'],
    },
    effect: 'read',
    kind: 'search',
    concurrency: 'safe',
    run: async (args) => {
      const { query, limit } = readSearch(args)
      const tools = await findable()
      const names = (await index(tools)).find(query, limit)
      const found = names.flatMap((name) => tools.find((tool) => tool.name === name) ?? [])
      if (found.length === 0) return nothingFound(tools)
      return { content: found.map(describe).join('\n'), origins: found.flatMap(originsOfDescription) }
    },
  }
}

export const callTool: Tool = {
  name: 'tool_call',
  description: 'Run a tool that tool_search found.',
  toolset: bridgeToolset,
  parameters: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      arguments: { type: 'object', description: 'As its parameters say.' },
    },
    required: ['name'],
  },
  effect: 'once',
  concurrency: 'never',
  changesFiles: false,
  assess: alwaysRuns,
  // Calls that name an existing tool are unwrapped before they run.
  run: async (args) => {
    const name = isRecord(args) && typeof args.name === 'string' ? `There is no tool "${args.name}"` : 'It needs a name'
    throw new HermesError('tool/unknown', `${name}: look for one with tool_search.`)
  },
}

function readSearch(args: unknown): { readonly query: string; readonly limit: number } {
  const { query, limit } = isRecord(args) ? args : {}
  const count = typeof limit === 'number' ? Math.trunc(limit) : 5
  return { query: typeof query === 'string' ? query : '', limit: Math.min(20, Math.max(1, count)) }
}

/** Summarizes tools by toolset: `mcp-github (35), mcp-linear (20)`. */
function summary(tools: readonly Tool[]): string {
  const counts = Map.groupBy(tools, ({ toolset }) => toolset)
  return [...counts].map(([toolset, members]) => `${toolset} (${members.length})`).join(', ')
}

function describe({ name, description, parameters }: Tool): string {
  return withoutInvisible(JSON.stringify({ name, description, parameters }))
}

function nothingFound(tools: readonly Tool[]): string {
  if (tools.length === 0) return 'There are no other tools than those in your list.'
  const names = tools.map(({ name }) => name)
  const more = names.length > 100 ? ` and ${names.length - 100} more` : ''
  return `No tool fits these words. There are: ${names.slice(0, 100).join(', ')}${more}.`
}
