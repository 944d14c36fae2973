import type { Agent, ClientRequest, RequestOptions } from 'node:http'
import type { SecureContextOptions } from 'node:tls'
import type { ProxyFor } from './proxy-for.js'

/** The way to one server: where its connections are kept, and the proxy that they go through. */
export interface Route {
  readonly agent: Agent
  readonly proxy: URL | undefined
  request(options: RequestOptions): ClientRequest
}

export interface ConnectionOptions {
  /** Default: none is used. */
  readonly proxyFor?: ProxyFor | undefined
  /** Trusted besides, or instead of, what Node trusts. */
  readonly tls?: Pick<SecureContextOptions, 'ca'>
}

/** Idle connections are closed after this time, in milliseconds: what sits between may have forgotten them. */
const idleLimitMs = 60_000

/** Finds the way to a server; the same one each time. */
export function createRouter({ proxyFor, tls }: ConnectionOptions): (url: URL) => Promise<Route> {
  const routes = new Map<string, Promise<Route>>()
  // `lifo` lets the connections that are not needed grow old.
  const pool = { keepAlive: true, scheduling: 'lifo', timeout: idleLimitMs } as const

  async function open(isSecure: boolean, proxy: URL | undefined): Promise<Route> {
    // An `import` of these modules costs ten times as much: it also loads what `fetch` needs.
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
