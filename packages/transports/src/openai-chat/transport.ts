import type { Transport } from '@hermes/core'
import { createSend } from '../shared/http/create-send.js'
import { createOpenAIChatOver, type OpenAIChatOptions } from './chat-over.js'

/**
 * Speaks OpenAI's chat completions with any server that offers them. Never retries by itself.
 *
 * @throws {ConfigError} when `baseUrl` is no http(s) URL.
 */
export function createOpenAIChatTransport(options: OpenAIChatOptions = {}): Transport {
  return createOpenAIChatOver(createSend(options), options)
}
