import { ConfigError } from '@hermes/core'
import { createToolRegistry, type ToolRegistry } from '@hermes/tools'
import type { FeatureStatus } from '../features/open-features.js'

/**
 * The tools that are the same for every agent, those of plugins last.
 * @throws {ConfigError} when a plugin brings a tool that there is already: it must not become the one that writes files by using
 *   the name.
 */
export function registerTools(list: readonly FeatureStatus[]): ToolRegistry {
  const registry = createToolRegistry()
  const owners = new Map<string, string>()
  for (const { kind, name: owner, feature } of list) {
    for (const tool of feature?.tools ?? []) {
      const taken = owners.get(tool.name)
      if (taken !== undefined && kind === 'plugin') {
        throw new ConfigError(
          'plugins',
          `The plugin "${owner}" may not bring a tool "${tool.name}": "${taken}" has one of this name. Leave the plugin out, or have its tool renamed.`,
        )
      }
      registry.register(tool)
      owners.set(tool.name, owner)
    }
  }
  return registry
}
