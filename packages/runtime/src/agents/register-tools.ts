import { ConfigError } from '@hermes/core'
import { createToolRegistry, joinSources, type ToolRegistry } from '@hermes/tools'
import type { FeatureStatus } from '../features/open-features.js'

/**
 * Registers the tools that all agents share, those of plugins last.
 * @throws {ConfigError} when the name of a plugin's tool is taken, so that a plugin cannot replace a built-in tool, such as the one that writes files.
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
          `The plugin "${owner}" cannot add a tool "${tool.name}": "${taken}" has a tool of this name. Remove the plugin, or rename its tool.`,
        )
      }
      registry.register(tool)
      owners.set(tool.name, owner)
    }
  }
  const sources = list.flatMap(({ feature }) => feature?.source ?? [])
  return joinSources(registry, sources)
}
