import type { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { ClientScope, ConversationHost } from './conversation-host.js'

export interface ServeOptions {
  /** What the client may do. Default: `read`. */
  readonly scope?: ClientScope
  readonly input: Readable
  readonly output: Writable
}

/** A connected client. Disposing it ends the connection. */
export interface ClientConnection extends AsyncDisposable {
  /** Resolves when the client has closed its end. */
  readonly closed: Promise<void>
}

/**
 * Serves conversations to one MCP client, with one JSON message per line. The official SDK is loaded here.
 *
 * @example
 * ```ts
 * await using connection = await serveConversations(host, { input: process.stdin, output: process.stdout })
 * await connection.closed
 * ```
 */
export async function serveConversations(
  host: ConversationHost,
  { scope = 'read', input, output }: ServeOptions,
): Promise<ClientConnection> {
  const [{ serveStdio, StdioServerTransport }, { conversationServer }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('./conversation-server.js'),
  ])
  // A killed client leaves a broken pipe, which also closes the connection.
  const ends = [finished(input, { writable: false }), finished(output, { readable: false })]
  const closed = Promise.race(ends.map((end) => end.catch(() => undefined))).then(() => undefined)
  const handle = serveStdio(() => conversationServer(host, scope), {
    transport: new StdioServerTransport(input, output),
  })
  return { closed, [Symbol.asyncDispose]: () => handle.close() }
}
