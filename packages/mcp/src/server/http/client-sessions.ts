import { randomUUID } from 'node:crypto'
import { type McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import { createRecentEvents } from './recent-events.js'

/** The sessions of clients of revisions up to 2025-11-25. Later revisions have no sessions. */
export interface ClientSessions extends AsyncDisposable {
  fetch(request: Request): Promise<Response>
}

/**
 * Maximum number of sessions. Above it, the least recently used session ends; its client gets status 404 and starts
 * another.
 */
const mostSessions = 64

/** When a client reopens a stream that broke off, in milliseconds. */
const retryMs = 1_000

/** @param mostBytes Maximum size of a request. */
export function createClientSessions(createServer: () => McpServer, mostBytes: number): ClientSessions {
  /** The sessions, least recently used first. */
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>()

  async function open(): Promise<WebStandardStreamableHTTPServerTransport> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      maxRequestBodySize: mostBytes,
      eventStore: createRecentEvents(),
      retryInterval: retryMs,
      async onsessioninitialized(id) {
        sessions.set(id, transport)
        const [oldest] = sessions.keys()
        if (sessions.size > mostSessions && oldest !== undefined) await end(oldest)
      },
      onsessionclosed: (id) => void sessions.delete(id),
    })
    await createServer().connect(transport)
    return transport
  }

  async function end(id: string): Promise<void> {
    const transport = sessions.get(id)
    sessions.delete(id)
    await transport?.close()
  }

  return {
    async fetch(request) {
      const id = request.headers.get('mcp-session-id')
      if (id === null) return (await open()).handleRequest(request)
      const known = sessions.get(id)
      if (!known) {
        const error = { code: -32_001, message: 'The session has ended. Initialize another one.' }
        return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 404 })
      }
      sessions.delete(id)
      sessions.set(id, known)
      return known.handleRequest(request)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...sessions.keys()].map(end))
    },
  }
}
