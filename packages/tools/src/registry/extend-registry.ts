import type { Tool } from '@hermes/core'
import { createToolRegistry, type ToolRegistry } from './registry.js'

/**
 * Returns a live view of another registry with additional tools after its own.
 *
 * @throws {ConfigError} when the name of an additional tool is already used.
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
    get isOpen() {
      return shared.isOpen
    },
    ready: () => shared.ready(),
  }
  for (const tool of tools) extended.register(tool)
  return extended
}
