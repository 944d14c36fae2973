import { McpServer, type ServerOptions } from '@modelcontextprotocol/server'
import type { ClientScope, ConversationHost } from './conversation-host.js'
import { addQuestionTools } from './question-tools.js'
import { addReadingTools } from './reading-tools.js'
import { addSendingTools } from './sending-tools.js'

/** The server of one client, with the tools of its scope. Tools beyond the scope are neither listed nor callable. */
export function conversationServer(host: ConversationHost, scope: ClientScope, options?: ServerOptions): McpServer {
  const server = new McpServer({ name: 'hermes', version: host.version }, options)
  addReadingTools(server, host)
  if (scope !== 'read') addSendingTools(server, host)
  if (scope === 'all') addQuestionTools(server, host)
  return server
}
