import type { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime'
import { createSend } from '../shared/http/create-send.js'
import type { HttpResponse, Sending } from '../shared/http/http-client.js'
import type { ProxyFor } from '../shared/http/proxy-for.js'
import { readText } from '../shared/http/refused-answer.js'
import { type AuthOptions, authConfig } from './credentials.js'
import { RefusedError } from './errors.js'
import { loadSdk } from './load-sdk.js'
import { type SignedRequest, signRequest } from './signed-request.js'

export interface ClientOptions extends AuthOptions {
  readonly baseUrl: string
  readonly region: string
  readonly fetch?: typeof globalThis.fetch
  readonly proxyFor?: ProxyFor
  readonly headers?: Readonly<Record<string, string>>
}

export interface ConverseCall {
  readonly model: string
  /** Request body as JSON text. */
  readonly body: string
  readonly streaming: boolean
}

/**
 * Sends a signed request. Resolves with the response once its headers have arrived.
 * @throws {RefusedError} when the status is not 2xx.
 */
export type PostConverse = (call: ConverseCall, sending: Sending) => Promise<HttpResponse>

/** Creates the client. The SDK is loaded on the first call, to keep startup fast. */
export function createPostConverse(options: ClientOptions): PostConverse {
  const { headers = {} } = options
  const send = createSend(options)
  let client: Promise<BedrockRuntimeClient> | undefined
  return async ({ model, body, streaming }, sending) => {
    client ??= createClient(options)
    try {
      const bytes = Buffer.from(body)
      const request = await signRequest(await client, { model, streaming, body: bytes, headers })
      const response = await send({ ...sending, url: urlOf(request), headers: headersOf(request), body: bytes })
      // Gateways may return errors of the service with status 200.
      const isOk = response.status >= 200 && response.status <= 299
      if (isOk && response.headers.get('x-amzn-errortype') === null) return response
      throw new RefusedError(response, await readText(response.body))
    } catch (error) {
      if (isStale(error)) client = undefined
      throw error
    }
  }
}

/** Whether the next call needs a new client, because the connection may be broken or the credentials expired. */
function isStale(error: unknown): boolean {
  return !(error instanceof RefusedError) || error.status === 401 || error.status === 403
}

async function createClient(options: ClientOptions): Promise<BedrockRuntimeClient> {
  const { BedrockRuntimeClient } = await loadSdk()
  const client = new BedrockRuntimeClient({
    ...authConfig(options),
    region: options.region,
    endpoint: options.baseUrl,
    requestHandler,
    // Without a logger, the SDK writes warnings to the console.
    logger,
    // The SDK would otherwise read unset values from the environment and from files.
    defaultsMode: 'standard',
    maxAttempts: 1,
    retryMode: 'standard',
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    userAgentAppId: 'hermes',
  })
  for (const name of unwanted) client.middlewareStack.remove(name)
  return client
}

/** Tells the SDK which protocol to build requests for. Its `handle` is never called. */
const requestHandler = {
  metadata: { handlerProtocol: 'http/1.1' },
  handle: () => Promise.reject(new TypeError('The AWS SDK signs requests here, it does not send them.')),
}

const ignore = () => undefined
const logger = { debug: ignore, info: ignore, warn: ignore, error: ignore }

/** Middleware that adds details about this machine to the headers. */
const unwanted = ['getUserAgentMiddleware', 'recursionDetectionMiddleware']

function urlOf({ protocol, hostname, port, path }: SignedRequest): string {
  return `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}`
}

/** Drops the headers that the HTTP client sets itself. */
function headersOf({ headers }: SignedRequest): Readonly<Record<string, string>> {
  const { host: _host, 'content-length': _length, ...own } = headers
  return { 'user-agent': 'hermes', ...own }
}
