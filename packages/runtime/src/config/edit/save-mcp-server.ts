import type { HomePaths } from '../../home/home-paths.js'
import type { ConfigInput } from '../../schema/config-schema.js'
import { type ConfigEdit, saveSection, unsetConfigValue } from './edit-config.js'

export type McpServerInput = NonNullable<ConfigInput['mcp_servers']>[string]

/**
 * Writes the section of an MCP server to `config.yaml`, replacing an earlier one.
 * @throws {ConfigError} when it is invalid. Nothing is written then.
 */
export function saveMcpServer(paths: HomePaths, name: string, server: McpServerInput): Promise<ConfigEdit> {
  return saveSection(paths, ['mcp_servers', name], server)
}

/** Removes the section of an MCP server. @returns `undefined` if there was none. */
export function removeMcpServer(paths: HomePaths, name: string): Promise<ConfigEdit | undefined> {
  return unsetConfigValue(paths, `mcp_servers.${name}`)
}
