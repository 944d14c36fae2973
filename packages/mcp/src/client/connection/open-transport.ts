import type { EnvironmentProcess } from '@hermes/core/environment'
import { SSEClientTransport, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { createAuthProvider } from '../auth/auth-provider.js'
import type { LoginStore } from '../auth/login-store.js'
import { scopeNotingFetch } from '../auth/scope-noting-fetch.js'
import type { HttpEndpoint, McpEndpoint, StdioEndpoint } from '../wire/settings.js'
import { boundedFetch } from './bounded-fetch.js'
import { createProcessTransport } from './process-transport.js'
import type { ServerExit } from './server-exit.js'

export interface TransportServices {
  /** Starts the program of a server. Aborting the signal ends it with all of its processes. */
  startProcess(endpoint: StdioEndpoint, signal: AbortSignal): Promise<EnvironmentProcess>
  readonly fetch: typeof globalThis.fetch
  /** Called with each line that a program prints on its error output. */
  onErrorOutput(line: string): void
  /** Called when a program has ended by itself. */
  onExit?(exit: ServerExit): void
  /** Where logins are stored. Default: servers that require a login cannot be used. */
  readonly logins?: LoginStore
}

/** Returns the transports to try for an endpoint, in order. */
export function transportsFor(endpoint: McpEndpoint, services: TransportServices): readonly (() => Transport)[] {
  if (endpoint.kind === 'stdio') {
    const { startProcess, onErrorOutput, onExit } = services
    const start = (signal: AbortSignal) => startProcess(endpoint, signal)
    return [() => createProcessTransport({ start, onErrorOutput, ...(onExit && { onExit }) })]
  }
  const streamable = () => new StreamableHTTPClientTransport(new URL(endpoint.url), options(endpoint, services))
  const sse = () => new SSEClientTransport(new URL(endpoint.url), options(endpoint, services))
  return { auto: [streamable, sse], http: [streamable], sse: [sse] }[endpoint.kind]
}

function options({ url, headers, login }: HttpEndpoint, { fetch, logins }: TransportServices) {
  const hasOwnLogin = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
  const needsLogin = login && logins && !hasOwnLogin
  return {
    // Redirects to other origins are refused by default.
    fetch: boundedFetch(needsLogin ? scopeNotingFetch(fetch, logins) : fetch),
    requestInit: { headers },
    ...(needsLogin && { authProvider: createAuthProvider({ url, store: logins, client: login, fetch }) }),
  }
}
