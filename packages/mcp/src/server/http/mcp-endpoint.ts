import { createMcpHandler, isLegacyRequest, type McpServer, type ServerNotifier } from '@modelcontextprotocol/server'
import { createClientSessions } from './client-sessions.js'
import { type AccessRules, refusalOf } from './refusal-of.js'

/** Answers the requests of MCP clients of all revisions. Disposing it ends their sessions and calls. */
export interface McpEndpoint extends AsyncDisposable {
  fetch(request: Request): Promise<Response>
  /** Tells clients that a list has changed. */
  readonly notify: ServerNotifier
}

/** The path of the endpoint. */
export const endpointPath = '/mcp'

/** A larger request is refused. */
const mostBytes = 4 * 2 ** 20

/** @param createServer Called for each session, and for each request of clients without sessions. */
export function createMcpEndpoint(createServer: () => McpServer, rules: AccessRules): McpEndpoint {
  const modern = createMcpHandler(createServer, { legacy: 'reject', maxRequestBodySize: mostBytes })
  const sessions = createClientSessions(createServer, mostBytes)
  return {
    notify: modern.notify,
    async fetch(request) {
      if (new URL(request.url).pathname !== endpointPath) return new Response('Not found.\n', { status: 404 })
      const refusal = refusalOf(request, rules)
      if (refusal) return refusal
      const isLegacy = await isLegacyRequest(request, undefined, { maxRequestBodySize: mostBytes })
      return isLegacy ? sessions.fetch(request) : modern.fetch(request)
    },
    async [Symbol.asyncDispose]() {
      await modern.close()
      await sessions[Symbol.asyncDispose]()
    },
  }
}
