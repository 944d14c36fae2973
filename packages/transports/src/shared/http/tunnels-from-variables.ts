import type { Agent } from 'node:http'
import { proxyFromVariables } from './proxy-for.js'

/** The way to the server of a URL through a proxy: an agent that opens a tunnel for each connection. `undefined`: no proxy. */
export type TunnelTo = (url: URL) => Promise<Agent | undefined>

/**
 * Tunnels for requests that choose the address they connect to: the proxy is asked for the `host` of the request options, which may be
 * an address, and resolves nothing. Plain http is tunnelled as well.
 */
export function tunnelsFromVariables(variables: Readonly<Record<string, string | undefined>>): TunnelTo {
  const proxyFor = proxyFromVariables(variables)
  return async (url) => {
    const proxy = proxyFor?.(url)
    if (!proxy) return undefined
    const { createProxyAgent } = await import('./proxy-agent.js')
    return createProxyAgent(proxy, true, {})
  }
}
