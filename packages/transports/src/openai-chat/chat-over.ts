import type { Transport } from '@hermes/core'
import { randomCallId } from '../shared/history/call-id.js'
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
   * An `openai` SDK client that sets the URL and the authentication of each request, replacing `apiKey` and `baseUrl`.
   * Use it for Azure, refreshed tokens, organizations and projects. Default: none; the SDK is not required.
   */
  readonly client?: SdkClient
  /** API key. Default: none is sent, which is what local servers expect. The environment is never read. */
  readonly apiKey?: string
  /** Base URL, to which `/chat/completions` is appended. Default: `https://api.openai.com/v1`. */
  readonly baseUrl?: string
  /** Id of the transport, under which replay state is stored. Default: `openai-chat`. */
  readonly id?: string
  /** Generates ids for tool calls that have none. Default: random ids. */
  readonly generateId?: () => string
}

/** Creates the transport on top of any `send` function, without importing Node.js modules. */
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
    post: (request, sending) => post({ model: request.model, body: writer.write(request, streaming) }, sending),
    read({ model }, context) {
      return createAnswerParser(createChatAnswer({ id, origin, model, generateId }), context)
    },
    toError: toTransportError,
  })
}
