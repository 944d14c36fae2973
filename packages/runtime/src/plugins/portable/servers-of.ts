import type { Variables } from '../../home/home-paths.js'
import type { McpServerConfig } from '../../schema/features/mcp.js'
import { foldersOf } from './placeholders.js'
import type { PortablePlugin } from './portable-plugin.js'
import { serverName, toServerConfig } from './server-config.js'

export interface ServersOfOptions {
  readonly home: string
  readonly variables: Variables
  /** Called with the reason for each server that is left out. Default: ignores it. */
  readonly onProblem?: (server: string, problem: string) => void
}

/** Returns the settings of a plugin's MCP servers, by their names among the configured servers. */
export function serversOf(
  { name, servers }: PortablePlugin,
  { home, variables, onProblem }: ServersOfOptions,
): Readonly<Record<string, McpServerConfig>> {
  const plugin = foldersOf(home, name)
  return Object.fromEntries(
    Object.entries(servers).flatMap(([server, declared]): readonly [string, McpServerConfig][] => {
      const { config, problem } = toServerConfig(declared, plugin, variables)
      if (config) return [[serverName(name, server), config]]
      onProblem?.(server, problem)
      return []
    }),
  )
}
