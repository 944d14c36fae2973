import { ConfigError, type Plugin } from '@hermes/core'
import type { ToolRegistry } from './registry.js'

export interface RegisterPluginToolsOptions {
  /** Names of tools that the user lets plugins replace; `*` for all. Default: none. */
  readonly mayReplace?: readonly string[]
}

/**
 * Adds the tools of plugins. One that would take the place of another tool is refused unless the user has agreed: a plugin
 * must not become the one that writes files just by using the name.
 * @throws {ConfigError} for a name that is taken. Nothing of that plugin is registered then.
 */
export function registerPluginTools(
  registry: ToolRegistry,
  plugins: readonly Plugin[],
  { mayReplace = [] }: RegisterPluginToolsOptions = {},
): void {
  const isAllowed = (name: string) => mayReplace.includes('*') || mayReplace.includes(name)
  const owners = new Map<string, string>()
  for (const { name: plugin, tools = [] } of plugins) {
    for (const { name } of tools) {
      // Which of two plugins wins must not be a matter of their order.
      if (owners.has(name)) throw taken(plugin, name, `the plugin "${owners.get(name)}" has one of this name`)
      if (registry.get(name) && !isAllowed(name)) throw taken(plugin, name, 'there is one already')
      owners.set(name, plugin)
    }
    for (const tool of tools) registry.register(tool, { override: isAllowed(tool.name) })
  }
}

function taken(plugin: string, tool: string, why: string): ConfigError {
  return new ConfigError(
    'plugins',
    `The plugin "${plugin}" may not bring a tool "${tool}": ${why}. Switch the plugin off, or allow it to replace this tool.`,
  )
}
