import type { Transport } from '@hermes/core'
import { randomCallId } from '../shared/call-id.js'
import { type HttpTransportOptions, parseBaseUrl } from '../shared/http-options.js'
import { createHttpTransport } from '../shared/http-transport.js'
import type { SdkClient } from '../shared/sdk-client.js'
import { createAnswerParser } from './answer-parser.js'
import type { CacheTtl } from './cache-marks.js'
import { createPostMessages, isLoginToken, type KeyPlace } from './client.js'
import { toTransportError } from './errors.js'
import { createMessageBuilder } from './from-wire.js'
import { createRequestWriter } from './to-wire.js'

export interface AnthropicOptions extends HttpTransportOptions {
  /**
   * A client of the `@anthropic-ai/sdk` that addresses and authenticates each request, in the place of `apiKey`, `auth` and `baseUrl`: for
   * profiles, and for tokens that are renewed. Default: none, and the SDK is not needed.
   */
  readonly client?: SdkClient
  /**
   * The address that `/v1/messages` is appended to; a `/v1` or `/v1/messages` at its end counts as said. Default
   * `https://api.anthropic.com`.
   */
  readonly baseUrl?: string
  /**
   * Where the key goes: into `x-api-key`, into `authorization` as a bearer token, or into both. Default: `bearer` for the
   * tokens of a login (`sk-ant-oat...`), `api-key` for Anthropic, `both` for the compatible servers of others.
   */
  readonly auth?: KeyPlace
  /** The transport's id, under which replay state is kept. Default `anthropic`. */
  readonly id?: string
  /**
   * How long the provider caches the system prompt, the tools and the last three messages. `1h` suits people, who pause;
   * writing to it costs more. Default `5m`.
   */
  readonly cache?: CacheTtl | 'off'
  /** Makes ids for tool calls that come without one. Default: random. */
  readonly generateId?: () => string
}

/**
 * Calls Anthropic's Messages API on any server that supports it. Never retries.
 *
 * Signed thoughts go back to the server and model that wrote them, in their places. How much a model may think is said in
 * the way that it knows: a budget, or an effort.
 *
 * @throws {ConfigError} when `baseUrl` is not an http(s) URL.
 */
export function createAnthropicTransport(options: AnthropicOptions = {}): Transport {
  const { id = 'anthropic', streaming = true, cache = '5m', generateId = randomCallId } = options
  const baseUrl = withoutRoute(options.baseUrl ?? options.client?.baseURL ?? 'https://api.anthropic.com')
  const { origin } = parseBaseUrl(baseUrl)
  const writer = createRequestWriter({
    id,
    origin,
    cacheTtl: cache === 'off' ? undefined : cache,
    isSubscription: isLoginToken(options.apiKey),
  })
  const post = createPostMessages({ ...options, baseUrl })

  return createHttpTransport(options, {
    id,
    apiMode: 'anthropic_messages',
    baseUrl,
    post: (request, signal) => post({ model: request.model, ...writer.write(request, streaming) }, signal),
    read({ model }, context) {
      return createAnswerParser(createMessageBuilder({ id, origin, model, generateId }), context)
    },
    toError: toTransportError,
  })
}

function withoutRoute(baseUrl: string): string {
  return baseUrl.replace(/(?<!\/)\/+$/, '').replace(/\/v1(\/messages)?$/, '')
}
