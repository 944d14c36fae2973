import { type ClientScope, type ConversationHost, type HttpService, serveConversationsOverHttp } from '@hermes/mcp'
import { isLoopbackName } from '@hermes/rpc/server'
import type { CommandContext } from '../../../arguments/command-spec.js'
import { writeLine } from '../../../io.js'
import { chooseToken } from '../../../server/serve-file.js'

/** The port without `--port`. */
const usualPort = 8644

/** Serves MCP clients over HTTP until it is disposed, and says where. */
export async function serveHttp(
  { io, values }: CommandContext,
  conversations: ConversationHost,
  scope: ClientScope,
): Promise<HttpService> {
  const { host = '127.0.0.1', port = usualPort, origin } = values
  const token = chooseToken(io.env, 'HERMES_MCP_TOKEN')
  const isLoopback = isLoopbackName(host)
  const service = await serveConversationsOverHttp(conversations, {
    scope,
    token,
    host,
    port,
    isLoopback,
    ...(origin !== undefined && { origins: origin.split(',').map(hostnameOf) }),
  })
  await writeLine(io.stdout, `Hermes serves MCP clients at ${service.url}`)
  await writeLine(io.stdout, `Token: ${token}`)
  if (!isLoopback) {
    await writeLine(
      io.stderr,
      'hermes mcp serve: Others can read this connection: put a proxy with TLS in front of it.',
    )
  }
  return service
}

function hostnameOf(origin: string): string {
  return URL.parse(origin.trim())?.hostname ?? origin.trim()
}
