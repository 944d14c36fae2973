import type { Transport } from '@hermes/core'
import { randomCallId } from '../shared/call-id.js'
import { type HttpTransportOptions, parseBaseUrl } from '../shared/http-options.js'
import { createHttpTransport } from '../shared/http-transport.js'
import { createOpenAIPost } from '../shared/openai-client.js'
import { createAnswerParser } from './answer-parser.js'
import { toTransportError } from './errors.js'
import { createChatAnswer } from './from-wire.js'
import { createRequestWriter } from './to-wire.js'

export interface OpenAIChatOptions extends HttpTransportOptions {
  /** Default: none is sent, as local servers like it. The environment is never read. */
  readonly apiKey?: string
  /** The address that `/chat/completions` is appended to. Default `https://api.openai.com/v1`. */
  readonly baseUrl?: string
  /** The transport's id, under which replay state is kept. Default `openai-chat`. */
  readonly id?: string
  /** Makes ids for tool calls that come without one. Default: random. */
  readonly generateId?: () => string
}

/**
 * Speaks OpenAI's chat completions with any server that offers them, through the official SDK, which is loaded by the
 * first call. Never retries by itself.
 *
 * @throws {ConfigError} when `baseUrl` is no http(s) URL.
 */
export function createOpenAIChatTransport(options: OpenAIChatOptions = {}): Transport {
  const { id = 'openai-chat', streaming = true } = options
  const { baseUrl = 'https://api.openai.com/v1', generateId = randomCallId } = options
  const { origin } = parseBaseUrl(baseUrl)
  const writer = createRequestWriter({ id, baseUrl })
  const post = createOpenAIPost('/chat/completions', { ...options, baseUrl })

  return createHttpTransport(options, {
    id,
    apiMode: 'chat_completions',
    baseUrl,
    post: (request, signal) => post(writer.write(request, streaming), signal),
    read({ model }, context) {
      return createAnswerParser(createChatAnswer({ id, origin, model, generateId }), context)
    },
    toError: toTransportError,
  })
}
