import { createMcpHandler, isLegacyRequest, type McpServer, type ServerNotifier } from '@modelcontextprotocol/server'
import { createClientSessions } from './client-sessions.js'

/** Answers the requests of MCP clients of all revisions. Disposing it ends their sessions and calls. */
export interface McpEndpoint extends AsyncDisposable {
  fetch(request: Request): Promise<Response>
  /** Notifies clients that a list has changed. */
  readonly notify: ServerNotifier
}

/** Maximum size of a request in bytes. A larger one is refused. */
const mostBytes = 4 * 2 ** 20

/** @param createServer Called for each session, and for each request of clients without sessions. */
export function createMcpEndpoint(createServer: () => McpServer): McpEndpoint {
  const modern = createMcpHandler(createServer, { legacy: 'reject', maxRequestBodySize: mostBytes })
  const sessions = createClientSessions(createServer, mostBytes)
  return {
    notify: modern.notify,
    async fetch(request) {
      const isLegacy = await isLegacyRequest(request, undefined, { maxRequestBodySize: mostBytes })
      return isLegacy ? sessions.fetch(request) : modern.fetch(request)
    },
    async [Symbol.asyncDispose]() {
      await modern.close()
      await sessions[Symbol.asyncDispose]()
    },
  }
}
