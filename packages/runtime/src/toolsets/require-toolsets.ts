import { selectTools } from '@hermes/tools'
import type { Config } from '../schema/config-schema.js'
import { usedPlugins } from '../schema/features/installed-plugins.js'
import { builtInTools } from './built-in-tools.js'

/**
 * Checks names of toolsets and tools without opening an agent. Plugins, servers and the like define additional names: if the settings
 * contain one of these, every name is accepted.
 * @throws {ConfigError} for a name that no agent has, with similar names.
 */
export function requireToolsets(names: readonly string[], config: Config): void {
  if (!hasOtherTools(config)) selectTools(builtInTools, names, { custom: config.custom_toolsets })
}

function hasOtherTools({ plugins, installed_plugins, mcp_servers, acp_agents, memory }: Config): boolean {
  return (
    plugins.length > 0 ||
    usedPlugins(installed_plugins).length > 0 ||
    Object.keys({ ...mcp_servers, ...acp_agents }).length > 0 ||
    memory.provider !== ''
  )
}
