import { ConfigError, type Tool } from '@hermes/core'

/** The tools of one agent, by name. An ordinary value: two registries know nothing of each other. */
export interface ToolRegistry {
  /** Grows by one with each change, so that what was derived from the list can be kept until then. */
  readonly generation: number
  /**
   * Adds a tool. With `override` it takes the place of one of the same name, and its position in the list.
   * @throws {ConfigError} when the name is taken and `override` is not set.
   */
  register(tool: Tool, options?: { readonly override?: boolean }): void
  /** `false` when there was no such tool. */
  unregister(name: string): boolean
  get(name: string): Tool | undefined
  /** In the order of registration, which is the order in which the model sees them. */
  list(): readonly Tool[]
}

/**
 * @example
 * ```ts
 * const registry = createToolRegistry([...fileTools({ environment }), ...todoTools({ store: createTodoStore() })])
 * ```
 * @throws {ConfigError} when two of the tools share a name.
 */
export function createToolRegistry(tools: Iterable<Tool> = []): ToolRegistry {
  const byName = new Map<string, Tool>()
  let generation = 0
  const registry: ToolRegistry = {
    get generation() {
      return generation
    },
    register(tool, { override = false } = {}) {
      const taken = byName.get(tool.name)
      if (taken && !override) throw duplicate(taken)
      byName.set(tool.name, tool)
      generation += 1
    },
    unregister(name) {
      const removed = byName.delete(name)
      if (removed) generation += 1
      return removed
    },
    get: (name) => byName.get(name),
    list: () => [...byName.values()],
  }
  for (const tool of tools) registry.register(tool)
  return registry
}

function duplicate(taken: Tool): ConfigError {
  return new ConfigError(
    'tools',
    `There is already a tool "${taken.name}" (toolset "${taken.toolset}"): choose another name, or register it with override.`,
  )
}
