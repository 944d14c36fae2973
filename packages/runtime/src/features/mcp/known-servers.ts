import type { HomePaths, Variables } from '../../home/home-paths.js'
import { openPortables } from '../../plugins/open-portables.js'
import { serversOf } from '../../plugins/portable/servers-of.js'
import type { Config } from '../../schema/config-schema.js'
import { usedPlugins } from '../../schema/features/installed-plugins.js'
import type { McpServerConfig } from '../../schema/features/mcp.js'

export interface KnownServersOptions {
  readonly paths: Pick<HomePaths, 'home'>
  readonly config: Pick<Config, 'mcp_servers' | 'installed_plugins'>
  readonly variables: Variables
}

export interface KnownServer {
  readonly name: string
  readonly config: McpServerConfig
  /** The installed plugin that provides the server. Absent for a server in the settings. */
  readonly plugin?: string
}

/** Returns the MCP servers in the settings, and those of the plugins in use. */
export async function findKnownServers(options: KnownServersOptions): Promise<readonly KnownServer[]> {
  const { paths, config, variables } = options
  const own = Object.entries(config.mcp_servers).map(([name, server]): KnownServer => ({ name, config: server }))
  const opened = await openPortables(paths.home, usedPlugins(config.installed_plugins))
  const brought = opened.flatMap(({ name: plugin, manifest }) =>
    Object.entries(serversOf(manifest, { home: paths.home, variables })).map(
      ([name, server]): KnownServer => ({ name, config: server, plugin }),
    ),
  )
  return [...own, ...brought.filter(({ name }) => !Object.hasOwn(config.mcp_servers, name))]
}
