import type { Transport } from '@hermes/core'
import { createWebSend } from '../../shared/http/web-client.js'
import { createOpenAIChatOver, type OpenAIChatOptions } from '../chat-over.js'

/** Options of `createOpenAIChatTransport` without `proxyFor`, because `fetch` handles proxies itself. */
export type OpenAIChatFetchOptions = Omit<OpenAIChatOptions, 'proxyFor'>

/**
 * Creates a transport for OpenAI's chat completions API that uses only `fetch` and imports no Node.js modules, for
 * browsers, workers and edge runtimes. It never retries.
 *
 * @param options `fetch` defaults to the global one.
 * @throws {ConfigError} when `baseUrl` is not an http(s) URL.
 */
export function createOpenAIChatFetchTransport(options: OpenAIChatFetchOptions = {}): Transport {
  // Wrapped, because the `fetch` of browsers throws when its `this` is not the global object.
  const { fetch = (...request) => globalThis.fetch(...request) } = options
  return createOpenAIChatOver(createWebSend(fetch), options)
}
