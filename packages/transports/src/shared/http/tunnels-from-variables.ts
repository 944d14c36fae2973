import type { Agent } from 'node:http'
import { proxyFromVariables } from './proxy-for.js'

/** Returns an agent that opens a tunnel through a proxy for each connection to the server of `url`, or `undefined` if there is no proxy. */
export type TunnelTo = (url: URL) => Promise<Agent | undefined>

/**
 * Creates tunnels for requests that choose the address they connect to. The proxy connects to the `host` of the request
 * options, which may be an IP address, and resolves nothing itself. Plain HTTP is tunneled as well.
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
