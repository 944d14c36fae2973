import type { Transport } from '@hermes/core'
import { createSend } from '../shared/http/create-send.js'
import { createOpenAIChatOver, type OpenAIChatOptions } from './chat-over.js'

/**
 * Creates a transport for OpenAI's chat completions API, on any server that supports it. It never retries.
 *
 * @throws {ConfigError} when `baseUrl` is not an http(s) URL.
 */
export function createOpenAIChatTransport(options: OpenAIChatOptions = {}): Transport {
  return createOpenAIChatOver(createSend(options), options)
}
