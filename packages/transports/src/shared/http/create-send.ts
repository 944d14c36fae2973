import type { Send } from './http-client.js'
import { createNodeSend } from './node-client.js'
import type { ProxyFor } from './proxy-for.js'
import { createWebSend } from './web-client.js'

export interface SendOptions {
  readonly fetch?: typeof globalThis.fetch
  readonly proxyFor?: ProxyFor
}

/** Creates a function that sends requests with the caller's `fetch`, or with `node:http` if there is none. */
export function createSend({ fetch, proxyFor }: SendOptions): Send {
  return fetch ? createWebSend(fetch) : createNodeSend({ proxyFor })
}
