import type { Transport } from '@hermes/core'
import { randomCallId } from '../shared/call-id.js'
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
  /** An API key of Bedrock (what `AWS_BEARER_TOKEN_BEDROCK` holds). Goes before `credentials`. The environment is never read. */
  readonly apiKey?: string
  /** AWS credentials, when there is no `apiKey`. Default: none, and calls fail. */
  readonly credentials?: BedrockCredentials
  /** Default `us-east-1`. */
  readonly region?: string
  /** The address that `/model/...` is appended to. Default: the service's in the region. */
  readonly baseUrl?: string
  /** The transport's id, under which replay state is kept. Default `bedrock`. */
  readonly id?: string
  /**
   * How long the service caches the tools, the system prompt and the last messages. `1h` suits people, who pause; writing
   * to it costs more. Default: `5m` for models that are known to have a cache.
   */
  readonly cache?: CacheTtl | 'off'
  /** Makes ids for tool calls that come without one. Default: random. */
  readonly generateId?: () => string
}

/**
 * Speaks the Converse API of Amazon Bedrock. The official SDK, which is loaded by the first call, finds the credentials and
 * signs. Never retries.
 *
 * Signed thoughts go back to the endpoint and model that wrote them, in their places. How much a model may think is said in
 * the words of its maker.
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
    post: (request, signal) => post({ model: request.model, body: writer.write(request), streaming }, signal),
    read: ({ model }, context) => createAnswerParser(createConverseAnswer({ id, origin, model, generateId }), context),
    createParser: createConverseParser,
    toError: (error, context) =>
      toTransportError(error, options.apiKey ? context : { ...context, credentials: 'AWS credentials' }),
  })
}

/** The service is better known by its name than by its host. */
function withLabel(options: BedrockOptions): BedrockOptions {
  const name = options.baseUrl === undefined ? { name: 'Amazon Bedrock' } : {}
  return { ...options, provider: { keyVariable: 'AWS_BEARER_TOKEN_BEDROCK', ...name, ...options.provider } }
}
