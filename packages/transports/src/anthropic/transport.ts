import type { Transport } from '@hermes/core'
import { randomCallId } from '../shared/history/call-id.js'
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
   * An `@anthropic-ai/sdk` client that sets the URL and the authentication of each request, replacing `apiKey`, `auth`
   * and `baseUrl`. Use it for profiles and refreshed tokens. Default: none; the SDK is not required.
   */
  readonly client?: SdkClient
  /**
   * Base URL, to which `/v1/messages` is appended unless it already ends in `/v1` or `/v1/messages`. Default:
   * `https://api.anthropic.com`.
   */
  readonly baseUrl?: string
  /**
   * Header for the key: `x-api-key`, `authorization` as a bearer token, or both. Default: `bearer` for login tokens
   * (`sk-ant-oat...`), `api-key` for Anthropic, `both` for compatible servers.
   */
  readonly auth?: KeyPlace
  /** Id of the transport, under which replay state is stored. Default: `anthropic`. */
  readonly id?: string
  /**
   * Lifetime of the cached prefix: the system prompt, the tools and the last three messages. `1h` suits interactive
   * use, but its cache writes cost more. Default: `5m`.
   */
  readonly cache?: CacheTtl | 'off'
  /** Generates ids for tool calls that have none. Default: random ids. */
  readonly generateId?: () => string
}

/**
 * Creates a transport for Anthropic's Messages API, on any server that supports it. It never retries.
 *
 * Signed thinking is sent back in place, to the server and model that wrote it. The reasoning effort is sent in the
 * form that the model supports: as a budget or as an effort.
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
    post: (request, sending) => post({ model: request.model, ...writer.write(request, streaming) }, sending),
    read({ model }, context) {
      return createAnswerParser(createMessageBuilder({ id, origin, model, generateId }), context)
    },
    toError: toTransportError,
  })
}

function withoutRoute(baseUrl: string): string {
  return baseUrl.replace(/(?<!\/)\/+$/, '').replace(/\/v1(\/messages)?$/, '')
}
