import type { Transport } from '@hermes/core'
import { randomCallId } from '../shared/history/call-id.js'
import { createSend } from '../shared/http/create-send.js'
import { type HttpTransportOptions, parseBaseUrl } from '../shared/http-options.js'
import { createHttpTransport } from '../shared/http-transport.js'
import { createOpenAIPost } from '../shared/openai-post.js'
import type { SdkClient } from '../shared/sdk-client.js'
import { createAnswerParser } from './answer-parser.js'
import { toTransportError } from './errors.js'
import { createResponsesAnswer } from './from-wire.js'
import { createRequestWriter } from './to-wire.js'

export interface OpenAIResponsesOptions extends HttpTransportOptions {
  /**
   * An `openai` SDK client that sets the URL and the authentication of each request, replacing `apiKey` and `baseUrl`.
   * Default: none; the SDK is not required.
   */
  readonly client?: SdkClient
  /** Base URL, to which `/responses` is appended. Default: `https://api.openai.com/v1`. */
  readonly baseUrl?: string
  /** Id of the transport, under which replay state is stored. Default: `openai-responses`. */
  readonly id?: string
  /** Generates ids for tool calls that have none. Default: random ids. */
  readonly generateId?: () => string
}

/**
 * Creates a transport for OpenAI's Responses API, on any server that supports it. Nothing is stored at the provider:
 * each request carries the whole conversation, with the encrypted reasoning of earlier answers. The transport never retries.
 *
 * With an effort in `ModelRequest.reasoning`, it also requests reasoning summaries. Entries in `providerOptions` under
 * the transport's id override any setting of a request, such as `reasoning`, `include` or `prompt_cache_key`.
 *
 * @throws {ConfigError} when `baseUrl` is not an http(s) URL.
 */
export function createOpenAIResponsesTransport(options: OpenAIResponsesOptions = {}): Transport {
  const { id = 'openai-responses', streaming = true } = options
  const { baseUrl = options.client?.baseURL ?? 'https://api.openai.com/v1', generateId = randomCallId } = options
  const { origin } = parseBaseUrl(baseUrl)
  const writer = createRequestWriter({ id, origin })
  const post = createOpenAIPost('/responses', { ...options, baseUrl, send: createSend(options) })

  return createHttpTransport(options, {
    id,
    apiMode: 'codex_responses',
    baseUrl,
    post: (request, sending) => post({ model: request.model, body: writer.write(request, streaming) }, sending),
    read: ({ model }, context) => createAnswerParser(createResponsesAnswer({ id, origin, model, generateId }), context),
    toError: toTransportError,
  })
}
