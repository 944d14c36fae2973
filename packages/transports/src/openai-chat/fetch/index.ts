import type { Transport } from '@hermes/core'
import { createWebSend } from '../../shared/http/web-client.js'
import { createOpenAIChatOver, type OpenAIChatOptions } from '../chat-over.js'

/** The options of `createOpenAIChatTransport` without `proxyFor`: `fetch` handles proxies itself. */
export type OpenAIChatFetchOptions = Omit<OpenAIChatOptions, 'proxyFor'>

/**
 * Calls OpenAI's chat completions API using only `fetch`, for browsers, workers and edge runtimes. Imports no Node
 * modules. Never retries.
 *
 * @param options `fetch` defaults to the global one.
 * @throws {ConfigError} when `baseUrl` is not an http(s) URL.
 */
export function createOpenAIChatFetchTransport(options: OpenAIChatFetchOptions = {}): Transport {
  // Wrapped, because the `fetch` of browsers throws when its `this` is not the global object.
  const { fetch = (...request) => globalThis.fetch(...request) } = options
  return createOpenAIChatOver(createWebSend(fetch), options)
}
