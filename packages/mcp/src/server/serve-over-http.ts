import type { ClientScope, ConversationHost } from './conversation-host.js'

/** A client and what it may do. A session belongs to the client that started it. */
export interface HttpClient {
  /** The token that the client sends as `Authorization: Bearer`. No two clients have the same. */
  readonly token: string
  /** What the client may do. Default: `read`. */
  readonly scope?: ClientScope
  readonly conversations: ConversationHost
}

export interface HttpServeOptions {
  readonly host: string
  /** The port. 0: any free port. */
  readonly port: number
  /** Whether the address belongs to this machine. */
  readonly isLoopback: boolean
  /** The host names of web pages that may connect. Default: those of this machine. */
  readonly origins?: readonly string[]
}

/** The service. Disposing it ends all connections. */
export interface HttpService extends AsyncDisposable {
  /** The URL: `http://127.0.0.1:8644/mcp`. */
  readonly url: string
}

/**
 * Serves conversations to MCP clients over streamable HTTP: clients with sessions, and those of revision 2026-07-28
 * without. The official SDK is loaded here.
 * @throws {ConfigError} when the address is not available.
 */
export async function serveConversationsOverHttp(
  clients: readonly HttpClient[],
  { host, port, isLoopback, origins = [] }: HttpServeOptions,
): Promise<HttpService> {
  const [{ createMcpEndpoint }, { listen }, { conversationServer }, { endpointPath, routeClients }] = await Promise.all(
    [
      import('./http/mcp-endpoint.js'),
      import('./http/listen.js'),
      import('./conversation-server.js'),
      import('./http/route-clients.js'),
    ],
  )
  const endpoints = clients.map(({ token, scope = 'read', conversations }) => ({
    token,
    endpoint: createMcpEndpoint(() => conversationServer(conversations, scope)),
  }))
  const listener = await listen({ host, port, fetch: routeClients(endpoints, { isLoopback, origins }) })
  return {
    url: `${listener.url}${endpointPath}`,
    async [Symbol.asyncDispose]() {
      await Promise.all(endpoints.map(({ endpoint }) => endpoint[Symbol.asyncDispose]()))
      await listener[Symbol.asyncDispose]()
    },
  }
}
