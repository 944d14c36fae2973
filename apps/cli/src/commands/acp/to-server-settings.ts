import type { OpenWorkspace } from '@hermes/acp'
import type { ConfigInput } from '@hermes/runtime'

type Server = OpenWorkspace['mcpServers'][number]
type ServerSettings = NonNullable<ConfigInput['mcp_servers']>

/** Converts the MCP servers of an editor to settings. Servers of other kinds are left out. */
export function toServerSettings(servers: readonly Server[]): ServerSettings {
  return Object.fromEntries(
    servers.flatMap((server) => {
      const settings = toSettings(server)
      return settings ? [[nameOf(server), settings] as const] : []
    }),
  )
}

function toSettings(server: Server): ServerSettings[string] | undefined {
  if ('command' in server) {
    const { command, args, env } = server
    return { command, args, env: Object.fromEntries(env.map(({ name, value }) => [name, value])) }
  }
  if (server.type !== 'http' && server.type !== 'sse') return undefined
  const headers = Object.fromEntries(server.headers.map(({ name, value }) => [name, value]))
  return { url: server.url, transport: server.type, headers }
}

/** Editors allow any name, but names of tools are built from it. */
function nameOf({ name }: Server): string {
  return name.replaceAll(/[^\w-]+/g, '_').slice(0, 32) || 'server'
}
