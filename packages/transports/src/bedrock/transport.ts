import type { Transport } from '@hermes/core'
import { randomCallId } from '../shared/history/call-id.js'
import { type HttpTransportOptions, parseBaseUrl } from '../shared/http-options.js'
import { createHttpTransport } from '../shared/http-transport.js'
import { createAnswerParser } from './answer-parser.js'
import { createConverseParser } from './body-parser.js'
import type { CacheTtl } from './cache-points.js'
import { createPostConverse } from './client.js'
import type { BedrockCredentials } from './credentials.js'
import { defaultRegion, endpointOf } from './endpoint.js'
import { toTransportError } from './errors.js'
import { createConverseAnswer } from './from-wire.js'
import { createRequestWriter } from './to-wire.js'

export interface BedrockOptions extends HttpTransportOptions {
  /**
   * A Bedrock API key (the value of `AWS_BEARER_TOKEN_BEDROCK`). Takes precedence over `credentials`. The environment
   * is never read.
   */
  readonly apiKey?: string
  /** AWS credentials, used without an `apiKey`. Default: none, and calls fail. */
  readonly credentials?: BedrockCredentials
  /** Default `us-east-1`. */
  readonly region?: string
  /** The URL to which `/model/...` is appended. Default: the service endpoint of the region. */
  readonly baseUrl?: string
  /** The transport's id, under which replay state is stored. Default `bedrock`. */
  readonly id?: string
  /**
   * The lifetime of the cached prefix: tools, system prompt and last messages. `1h` suits interactive use; its cache
   * writes cost more. Default: `5m` for models that are known to support caching.
   */
  readonly cache?: CacheTtl | 'off'
  /** Generates ids for tool calls without one. Default: random. */
  readonly generateId?: () => string
}

/**
 * Calls the Converse API of Amazon Bedrock. The AWS SDK, loaded by the first call, resolves credentials and signs
 * requests. Never retries.
 *
 * Signed reasoning is sent back in place, to the endpoint and model that wrote it. The reasoning effort is sent in the
 * fields of the model's vendor.
 *
 * @throws {ConfigError} when `baseUrl` is not an http(s) URL.
 */
export function createBedrockTransport(options: BedrockOptions = {}): Transport {
  const { id = 'bedrock', streaming = true, region = defaultRegion, generateId = randomCallId } = options
  const baseUrl = options.baseUrl ?? endpointOf(region)
  const { origin } = parseBaseUrl(baseUrl)
  const writer = createRequestWriter({ id, origin, cache: options.cache })
  const post = createPostConverse({ ...options, baseUrl, region })

  return createHttpTransport(withLabel(options), {
    id,
    apiMode: 'bedrock_converse',
    baseUrl,
    post: (request, sending) => post({ model: request.model, body: writer.write(request), streaming }, sending),
    read: ({ model }, context) => createAnswerParser(createConverseAnswer({ id, origin, model, generateId }), context),
    createParser: createConverseParser,
    toError: (error, context) =>
      toTransportError(error, options.apiKey ? context : { ...context, credentials: 'AWS credentials' }),
  })
}

/** Uses the service name as the label, because users know it better than the host. */
function withLabel(options: BedrockOptions): BedrockOptions {
  const name = options.baseUrl === undefined ? { name: 'Amazon Bedrock' } : {}
  return { ...options, provider: { keyVariable: 'AWS_BEARER_TOKEN_BEDROCK', ...name, ...options.provider } }
}
