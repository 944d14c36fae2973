import { ConfigError, type Tool } from '@hermes/core'
import { assertParameters, assertTool } from '@hermes/core/wiring'

/** Tools of one agent, by name. Registries are independent of each other. */
export interface ToolRegistry {
  /** Number that increases with each change, so that derived data can be cached. */
  readonly generation: number
  /**
   * Adds a tool. With `override`, it replaces the tool with the same name at its position.
   *
   * @throws {ConfigError} when the name is taken and `override` is not set, or the tool could not be called because its
   * name, `run`, effect, parameters or time limit is invalid.
   */
  register(tool: Tool, options?: { readonly override?: boolean }): void
  /** Removes a tool. Returns `false` when the tool does not exist. */
  unregister(name: string): boolean
  get(name: string): Tool | undefined
  /** Returns the tools in registration order, which is the order that the model sees. */
  list(): readonly Tool[]
  /** Whether tools may be added while sessions run, as by a {@link ToolSource}. */
  readonly isOpen: boolean
  /** Resolves when the tools are known or no longer worth waiting for. Never rejects. */
  ready(): Promise<void>
}

/**
 * Creates a registry.
 *
 * @example
 * ```ts
 * const registry = createToolRegistry([...fileTools({ environment }), ...todoTools({ store: createTodoStore() })])
 * ```
 * @throws {ConfigError} when two tools share a name, or a tool could not be called.
 */
export function createToolRegistry(tools: Iterable<Tool> = []): ToolRegistry {
  const byName = new Map<string, Tool>()
  let generation = 0
  const registry: ToolRegistry = {
    get generation() {
      return generation
    },
    register(tool, { override = false } = {}) {
      assertTool(tool)
      assertParameters(`The tool "${tool.name}"`, tool.parameters)
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
    isOpen: false,
    ready: async () => undefined,
  }
  for (const tool of tools) registry.register(tool)
  return registry
}

function duplicate(taken: Tool): ConfigError {
  return new ConfigError(
    'tools',
    `A tool "${taken.name}" (toolset "${taken.toolset}") already exists: choose another name, or register it with override.`,
  )
}
