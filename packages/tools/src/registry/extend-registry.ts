import type { Tool } from '@hermes/core'
import { createToolRegistry, type ToolRegistry } from './registry.js'

/**
 * A registry with everything of another one, now and later, and behind that tools of its own.
 * @throws {ConfigError} when one of `tools` has a name that is taken.
 */
export function extendRegistry(shared: ToolRegistry, tools: Iterable<Tool> = []): ToolRegistry {
  const own = createToolRegistry()
  const extended: ToolRegistry = {
    get generation() {
      return shared.generation + own.generation
    },
    register(tool, options) {
      if (shared.get(tool.name)) shared.register(tool, options)
      else own.register(tool, options)
    },
    unregister: (name) => own.unregister(name),
    get: (name) => shared.get(name) ?? own.get(name),
    list: () => [...shared.list(), ...own.list()],
  }
  for (const tool of tools) extended.register(tool)
  return extended
}
