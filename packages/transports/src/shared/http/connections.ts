import type { Agent, ClientRequest, RequestOptions } from 'node:http'
import type { SecureContextOptions } from 'node:tls'
import type { ProxyFor } from './proxy-for.js'

/** The way to reach one server: its connection pool, and the proxy if there is one. */
export interface Route {
  readonly agent: Agent
  readonly proxy: URL | undefined
  request(options: RequestOptions): ClientRequest
}

export interface ConnectionOptions {
  /** Returns the proxy for a URL. Default: no proxy. */
  readonly proxyFor?: ProxyFor | undefined
  /** Replaces the certificate authorities that Node.js trusts. */
  readonly tls?: Pick<SecureContextOptions, 'ca'>
}

/** How long idle connections stay open, in milliseconds. After that, a proxy or firewall in between may have dropped them. */
const idleLimitMs = 60_000

/** Creates a function that returns the route to a server. There is one route per protocol and proxy. */
export function createRouter({ proxyFor, tls }: ConnectionOptions): (url: URL) => Promise<Route> {
  const routes = new Map<string, Promise<Route>>()
  // `lifo` reuses the newest connection, so that surplus connections reach their idle limit.
  const pool = { keepAlive: true, scheduling: 'lifo', timeout: idleLimitMs } as const

  async function open(isSecure: boolean, proxy: URL | undefined): Promise<Route> {
    // An `import` of these modules takes ten times as long, because it also loads what `fetch` needs.
    const http = process.getBuiltinModule('node:http')
    const https = isSecure ? process.getBuiltinModule('node:https') : undefined
    const request = (options: RequestOptions) => (https ?? http).request({ ...tls, ...options })
    if (!proxy) return { agent: new (https ?? http).Agent(pool), proxy, request }
    const { createProxyAgent } = await import('./proxy-agent.js')
    return { agent: await createProxyAgent(proxy, isSecure, pool), proxy, request }
  }

  return (url) => {
    const proxy = proxyFor?.(url)
    const key = `${url.protocol} ${proxy?.href ?? ''}`
    const known = routes.get(key)
    if (known) return known
    const route = open(url.protocol === 'https:', proxy)
    routes.set(key, route)
    return route
  }
}
