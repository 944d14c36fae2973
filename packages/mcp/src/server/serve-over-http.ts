import type { ClientScope, ConversationHost } from './conversation-host.js'

export interface HttpServeOptions {
  /** Default `read`. */
  readonly scope?: ClientScope
  /** What clients send as `Authorization: Bearer`. */
  readonly token: string
  readonly host: string
  /** 0 for any free one. */
  readonly port: number
  /** Whether the address is one of this machine. */
  readonly isLoopback: boolean
  /** The host names of web pages that may connect. Default: those of this machine. */
  readonly origins?: readonly string[]
}

/** Disposing ends all connections. */
export interface HttpService extends AsyncDisposable {
  /** `http://127.0.0.1:8644/mcp`. */
  readonly url: string
}

/**
 * Serves conversations to MCP clients over streamable HTTP: those with sessions, and those of revision 2026-07-28 without. The official SDK
 * is loaded here.
 * @throws {ConfigError} when the address is not available.
 */
export async function serveConversationsOverHttp(
  host: ConversationHost,
  { scope = 'read', host: address, port, origins = [], ...rules }: HttpServeOptions,
): Promise<HttpService> {
  const [{ createMcpEndpoint, endpointPath }, { listen }, { conversationServer }] = await Promise.all([
    import('./http/mcp-endpoint.js'),
    import('./http/listen.js'),
    import('./conversation-server.js'),
  ])
  const endpoint = createMcpEndpoint(() => conversationServer(host, scope), { ...rules, origins })
  const listener = await listen({ fetch: endpoint.fetch, host: address, port })
  return {
    url: `${listener.url}${endpointPath}`,
    async [Symbol.asyncDispose]() {
      await endpoint[Symbol.asyncDispose]()
      await listener[Symbol.asyncDispose]()
    },
  }
}
