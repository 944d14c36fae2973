import { createToolRegistry, type ToolRegistry } from '@hermes/tools'

/** A registry with everything of another one, now and later, and tools of its own behind that. */
export function extendRegistry(shared: ToolRegistry): ToolRegistry {
  const own = createToolRegistry()
  return {
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
}
