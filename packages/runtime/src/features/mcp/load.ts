import type { HomePaths } from '../../home/home-paths.js'
import type { InspectedServer, InspectServerOptions } from './inspect-server.js'
import type { KnownServer, KnownServersOptions } from './known-servers.js'

/** Returns the MCP servers in the settings, and those of the plugins in use. */
export async function knownMcpServers(options: KnownServersOptions): Promise<readonly KnownServer[]> {
  return (await import('./known-servers.js')).findKnownServers(options)
}

/** Opens a configured MCP server, outside of a conversation. @throws {ConfigError} when there is no such server. */
export async function inspectMcpServer(options: InspectServerOptions): Promise<InspectedServer> {
  // Imported on demand, so that a start without servers loads nothing of them.
  return (await import('./inspect-server.js')).inspectMcpServer(options)
}

/** Revokes all agreements to an MCP server, and deletes the login to it. */
export async function forgetMcpServer(paths: Pick<HomePaths, 'home'>, name: string): Promise<void> {
  await (await import('./inspect-server.js')).forgetMcpServer(paths, name)
}
