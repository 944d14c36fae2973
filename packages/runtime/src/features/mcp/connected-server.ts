import type { McpServer } from '@hermes/mcp'
import type { ListedTools } from './listed-tools.js'
import type { ServerSkills } from './skills/create-server-skills.js'

/** A configured server with its tools and skills. */
export interface ConnectedServer {
  readonly server: McpServer
  readonly listed: ListedTools
  readonly skills: ServerSkills
}
