import type { McpServer } from '@hermes/mcp'
import type { ListedTools } from './listed-tools.js'

/** A configured server and its tools. */
export interface ConnectedServer {
  readonly server: McpServer
  readonly listed: ListedTools
}
