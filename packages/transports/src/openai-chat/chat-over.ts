import type { Transport } from '@hermes/core'
import { randomCallId } from '../shared/call-id.js'
import type { Send } from '../shared/http/http-client.js'
import { type HttpTransportOptions, parseBaseUrl } from '../shared/http-options.js'
import { createHttpTransport } from '../shared/http-transport.js'
import { createOpenAIPost } from '../shared/openai-post.js'
import type { SdkClient } from '../shared/sdk-client.js'
import { createAnswerParser } from './answer-parser.js'
import { toTransportError } from './errors.js'
import { createChatAnswer } from './from-wire.js'
import { createRequestWriter } from './to-wire.js'

export interface OpenAIChatOptions extends HttpTransportOptions {
  /**
   * A client of the `openai` SDK that addresses and authenticates each request, in the place of `apiKey` and `baseUrl`: for Azure, for
   * tokens that are renewed, for organisations and projects. Default: none, and the SDK is not needed.
   */
  readonly client?: SdkClient
  /** Default: none is sent, as local servers like it. The environment is never read. */
  readonly apiKey?: string
  /** The address that `/chat/completions` is appended to. Default `https://api.openai.com/v1`. */
  readonly baseUrl?: string
  /** The transport's id, under which replay state is kept. Default `openai-chat`. */
  readonly id?: string
  /** Makes ids for tool calls that come without one. Default: random. */
  readonly generateId?: () => string
}

/** The transport over whatever sends requests: it imports nothing of Node. */
export function createOpenAIChatOver(send: Send, options: OpenAIChatOptions): Transport {
  const { id = 'openai-chat', streaming = true } = options
  const { baseUrl = options.client?.baseURL ?? 'https://api.openai.com/v1', generateId = randomCallId } = options
  const { origin } = parseBaseUrl(baseUrl)
  const writer = createRequestWriter({ id, baseUrl })
  const post = createOpenAIPost('/chat/completions', { ...options, baseUrl, send })

  return createHttpTransport(options, {
    id,
    apiMode: 'chat_completions',
    baseUrl,
    post: (request, signal) => post({ model: request.model, body: writer.write(request, streaming) }, signal),
    read({ model }, context) {
      return createAnswerParser(createChatAnswer({ id, origin, model, generateId }), context)
    },
    toError: toTransportError,
  })
}
