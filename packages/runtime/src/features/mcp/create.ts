import type { Feature, Host } from '../../host.js'
import { type McpSettings, openServers } from './open-servers.js'
import { aboutServers } from './server-commands.js'

/** Creates the tools, resources and prompts of the configured servers. */
export async function createMcp(host: Host<McpSettings>): Promise<Feature> {
  const set = await openServers(host)
  const about = aboutServers(set.servers)
  return {
    name: 'mcp',
    source: set.source,
    get commands() {
      return [...about, ...set.prompts]
    },
    [Symbol.asyncDispose]: () => set[Symbol.asyncDispose](),
  }
}
