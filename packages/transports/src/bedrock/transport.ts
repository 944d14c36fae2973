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
   * Bedrock API key, such as the value of `AWS_BEARER_TOKEN_BEDROCK`. Takes precedence over `credentials`. The
   * environment is never read.
   */
  readonly apiKey?: string
  /** AWS credentials, used if there is no `apiKey`. Default: none; calls then fail. */
  readonly credentials?: BedrockCredentials
  /** AWS region. Default: `us-east-1`. */
  readonly region?: string
  /** Base URL, to which `/model/...` is appended. Default: the service endpoint of the region. */
  readonly baseUrl?: string
  /** Id of the transport, under which replay state is stored. Default: `bedrock`. */
  readonly id?: string
  /**
   * Lifetime of the cached prefix: the tools, the system prompt and the last messages. `1h` suits interactive use, but
   * its cache writes cost more. Default: `5m` for models known to support caching.
   */
  readonly cache?: CacheTtl | 'off'
  /** Generates ids for tool calls that have none. Default: random ids. */
  readonly generateId?: () => string
}

/**
 * Creates a transport for the Converse API of Amazon Bedrock. The AWS SDK, loaded on the first call, resolves
 * credentials and signs requests. The transport never retries.
 *
 * Signed reasoning is sent back in place, to the endpoint and model that wrote it. The reasoning effort is sent in the
 * fields defined by the vendor of the model.
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

/** Labels the transport with the service name, which users know better than the host. */
function withLabel(options: BedrockOptions): BedrockOptions {
  const name = options.baseUrl === undefined ? { name: 'Amazon Bedrock' } : {}
  return { ...options, provider: { keyVariable: 'AWS_BEARER_TOKEN_BEDROCK', ...name, ...options.provider } }
}
