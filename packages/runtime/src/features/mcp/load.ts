import type { HomePaths } from '../../home/home-paths.js'
import type { InspectedServer, InspectServerOptions } from './inspect-server.js'
import type { KnownServer, KnownServersOptions } from './known-servers.js'

/** The MCP servers of the settings, and those of the plugins that are used. */
export async function knownMcpServers(options: KnownServersOptions): Promise<readonly KnownServer[]> {
  return (await import('./known-servers.js')).findKnownServers(options)
}

/** A configured MCP server, outside of a conversation. @throws {ConfigError} when there is no such server. */
export async function inspectMcpServer(options: InspectServerOptions): Promise<InspectedServer> {
  // A start without servers loads nothing of them.
  return (await import('./inspect-server.js')).inspectMcpServer(options)
}

/** Revokes what people have agreed to of an MCP server, and deletes the login to it. */
export async function forgetMcpServer(paths: Pick<HomePaths, 'home'>, name: string): Promise<void> {
  await (await import('./inspect-server.js')).forgetMcpServer(paths, name)
}
