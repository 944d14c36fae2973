import type { Tool } from '@hermes/core'
import type { ToolRegistry } from './registry.js'

/** Source of tools that come and go while agents use them, such as a server. */
export interface ToolSource {
  /** Number that increases with each change of the list. */
  readonly generation: number
  /** Returns the tools in an order that depends only on the tools. */
  list(): readonly Tool[]
  /** Resolves when the tools are known or no longer worth waiting for. Never rejects. */
  ready(): Promise<void>
}

/** Returns a live view of a registry with the tools of sources after its own. Omits tools whose names are taken. */
export function joinSources(registry: ToolRegistry, sources: readonly ToolSource[]): ToolRegistry {
  if (sources.length === 0) return registry
  let known: { readonly generation: number; readonly tools: ReadonlyMap<string, Tool> } | undefined
  const generation = () => sources.reduce((sum, source) => sum + source.generation, registry.generation)
  const tools = () => {
    if (known?.generation !== generation()) {
      const all = [...registry.list(), ...sources.flatMap((source) => source.list())]
      known = { generation: generation(), tools: firstByName(all) }
    }
    return known.tools
  }
  return {
    get generation() {
      return generation()
    },
    register: (tool, options) => registry.register(tool, options),
    unregister: (name) => registry.unregister(name),
    get: (name) => tools().get(name),
    list: () => [...tools().values()],
    isOpen: true,
    ready: async () => void (await Promise.all([registry, ...sources].map((each) => each.ready()))),
  }
}

function firstByName(tools: readonly Tool[]): ReadonlyMap<string, Tool> {
  const first = new Map<string, Tool>()
  for (const tool of tools) if (!first.has(tool.name)) first.set(tool.name, tool)
  return first
}
