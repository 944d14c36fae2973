import type { EnvironmentProcess } from '@hermes/core/environment'
import {
  type AuthProvider,
  type OAuthClientProvider,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'
import type { HttpEndpoint, McpEndpoint, StdioEndpoint } from '../wire/settings.js'
import { boundedFetch } from './bounded-fetch.js'
import { createProcessTransport } from './process-transport.js'

export interface TransportServices {
  /** Starts the program of a server. Aborting the signal ends it with all of its processes. */
  startProcess(endpoint: StdioEndpoint, signal: AbortSignal): Promise<EnvironmentProcess>
  readonly fetch: typeof globalThis.fetch
  /** A line that a program printed on its error output. */
  onErrorOutput(line: string): void
  readonly auth?: AuthProvider | OAuthClientProvider | undefined
}

/** The transports to try for an endpoint, in order. */
export function transportsFor(endpoint: McpEndpoint, services: TransportServices): readonly (() => Transport)[] {
  if (endpoint.kind === 'stdio') {
    const { startProcess, onErrorOutput } = services
    return [() => createProcessTransport({ start: (signal) => startProcess(endpoint, signal), onErrorOutput })]
  }
  const streamable = () => new StreamableHTTPClientTransport(new URL(endpoint.url), options(endpoint, services))
  const sse = () => new SSEClientTransport(new URL(endpoint.url), options(endpoint, services))
  return { auto: [streamable, sse], http: [streamable], sse: [sse] }[endpoint.kind]
}

function options({ headers }: HttpEndpoint, { fetch, auth }: TransportServices) {
  return {
    // Redirects to other origins are refused by default.
    fetch: boundedFetch(fetch),
    requestInit: { headers },
    ...(auth && { authProvider: auth }),
  }
}
