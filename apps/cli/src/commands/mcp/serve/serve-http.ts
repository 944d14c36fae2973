import { ConfigError } from '@hermes/core'
import { type ClientScope, type HttpService, serveConversationsOverHttp } from '@hermes/mcp'
import { isLoopbackName } from '@hermes/rpc/server'
import type { Config, RuntimeHost } from '@hermes/runtime'
import { createCleanup } from '@hermes/safety'
import type { CommandContext } from '../../../arguments/command-spec.js'
import { writeLine } from '../../../io.js'
import { chooseToken } from '../../../server/serve-file.js'
import { conversationHost } from './conversation-host.js'
import { LiveConversations } from './live-conversations.js'

/** Port without `--port`. */
const usualPort = 8644
const ownVariable = 'HERMES_MCP_TOKEN'

/** Serves MCP clients over HTTP until it is disposed, and prints the address. */
export async function serveHttp(
  context: CommandContext,
  runtimeHost: RuntimeHost,
  ownScope: ClientScope | undefined,
): Promise<HttpService> {
  const { io, values } = context
  const { host = '127.0.0.1', port = usualPort, origin } = values
  const holders = holdersOf(runtimeHost.config.mcp_serve, io.env, ownScope)
  await using opening = createCleanup()
  const clients = await Promise.all(
    holders.map(async ({ name, scope, token }) => {
      const answers = scope === 'all'
      const live = new LiveConversations({
        host: runtimeHost,
        context,
        answers,
        ...(name !== undefined && { client: name }),
      })
      return { token, scope, conversations: await conversationHost(runtimeHost, opening.use(live)) }
    }),
  )
  const isLoopback = isLoopbackName(host)
  const service = opening.use(
    await serveConversationsOverHttp(clients, {
      host,
      port,
      isLoopback,
      ...(origin !== undefined && { origins: origin.split(',').map(hostnameOf) }),
    }),
  )
  await writeLine(io.stdout, io.t`Hermes serves MCP clients at ${service.url}`)
  for (const { name, scope, token } of holders) {
    await writeLine(io.stdout, name === undefined ? io.t`Token: ${token}` : io.t`Client: ${name} (${scope})`)
  }
  if (!isLoopback) {
    await writeLine(
      io.stderr,
      `hermes mcp serve: ${io.t`Others can read this connection: put a proxy with TLS in front of it.`}`,
    )
  }
  const ending = opening.move()
  return { url: service.url, [Symbol.asyncDispose]: () => ending[Symbol.asyncDispose]() }
}

interface Holder {
  /** Name of the client. Absent for the token of this process. */
  readonly name?: string
  readonly scope: ClientScope
  readonly token: string
}

/**
 * Returns the clients of the settings. Adds one with the token of this process if there are no others, or the variable or `--scope` asks for it.
 * @throws {ConfigError} when two clients have the same token.
 */
function holdersOf(
  { clients }: Config['mcp_serve'],
  env: Readonly<Record<string, string | undefined>>,
  ownScope: ClientScope | undefined,
): readonly Holder[] {
  const named = Object.entries(clients).map(([name, { key, scope }]): Holder => ({ name, scope, token: key }))
  const isAlone = named.length === 0 || Boolean(env[ownVariable]) || ownScope !== undefined
  const all = isAlone ? [{ scope: ownScope ?? 'read', token: chooseToken(env, ownVariable) } as const, ...named] : named
  const twice = named.find(({ token }) => all.filter((other) => other.token === token).length > 1)
  if (!twice) return all
  throw new ConfigError(
    `mcp_serve.clients.${twice.name}.key`,
    `The key of the client "${twice.name}" is that of another one, too: give each its own, such as the output of \`openssl rand -hex 24\`.`,
  )
}

function hostnameOf(origin: string): string {
  return URL.parse(origin.trim())?.hostname ?? origin.trim()
}
