import type { Transport } from '@hermes/core'
import { createWebSend } from '../../shared/http/web-client.js'
import { createOpenAIChatOver, type OpenAIChatOptions } from '../chat-over.js'

/** The options of `createOpenAIChatTransport`, except for proxies, which a `fetch` looks for itself. */
export type OpenAIChatFetchOptions = Omit<OpenAIChatOptions, 'proxyFor'>

/**
 * Speaks OpenAI's chat completions with `fetch` alone: for browsers, workers and edge runtimes. It imports nothing of Node.
 * Never retries.
 *
 * @param options `fetch` defaults to the global one.
 * @throws {ConfigError} when `baseUrl` is not an http(s) URL.
 */
export function createOpenAIChatFetchTransport(options: OpenAIChatFetchOptions = {}): Transport {
  // Called without a receiver, which the global one of browsers insists on.
  const { fetch = (...request) => globalThis.fetch(...request) } = options
  return createOpenAIChatOver(createWebSend(fetch), options)
}
