import { ConfigError } from '@hermes/core'
import type { ConfigSnapshot } from '../config/live/config-snapshot.js'
import type { LiveConfig } from '../config/live/live-config.js'
import type { ConfigInput } from '../schema/config-schema.js'
import { mcpServersSchema } from '../schema/features/mcp.js'

/**
 * Adds MCP servers to the settings. A server with the name of a configured one replaces it.
 * @throws {ConfigError} when a server is not valid.
 */
export function withServers(settings: LiveConfig, servers: NonNullable<ConfigInput['mcp_servers']>): LiveConfig {
  const parsed = mcpServersSchema().safeParse(servers)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new ConfigError('mcp_servers', `An MCP server is not valid: ${issue?.path.join('.')}: ${issue?.message}.`)
  }
  // Settings that have not changed are recognized by their identity.
  const extended = new WeakMap<ConfigSnapshot, ConfigSnapshot>()
  const extend = (snapshot: ConfigSnapshot) => {
    const { config } = snapshot
    const known = extended.get(snapshot)
    const made = known ?? { ...snapshot, config: { ...config, mcp_servers: { ...config.mcp_servers, ...parsed.data } } }
    extended.set(snapshot, made)
    return made
  }
  return {
    get current() {
      return extend(settings.current)
    },
    get refusal() {
      return settings.refusal
    },
    refresh: async (options) => extend(await settings.refresh(options)),
  }
}
