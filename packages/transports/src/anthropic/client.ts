import { lazily } from '@hermes/safety'
import { createSend, type SendOptions } from '../shared/http/create-send.js'
import type { HttpResponse, Sending } from '../shared/http/http-client.js'
import { accepted } from '../shared/http/refused-answer.js'
import { cleanKey, jsonHeaders, lowerCased, routeUrl } from '../shared/request-head.js'
import { headFromClient, type RequestHead, type SdkClient } from '../shared/sdk-client.js'
import { isFirstParty } from './first-party.js'
import type { WireRequest } from './to-wire.js'

/** Where the key is sent: `x-api-key`, `authorization`, or both. */
export type KeyPlace = 'api-key' | 'bearer' | 'both'

export interface ClientOptions extends SendOptions {
  readonly client?: SdkClient
  readonly apiKey?: string
  readonly auth?: KeyPlace
  /** Base URL of the API, without `/v1`. */
  readonly baseUrl: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Sends a request to the Messages API. Resolves with the response once its headers have arrived.
 * @throws {RefusedAnswer} when the status is not 2xx.
 */
export type PostMessages = (
  request: WireRequest & { readonly model: string },
  sending: Sending,
) => Promise<HttpResponse>

/** The API version, supported by all compatible servers. */
const apiVersion = '2023-06-01'

const route = '/v1/messages'

/** Creates the request function. Headers are built once unless an SDK client supplies them; only the betas differ between calls. */
export function createPostMessages({ client, ...options }: ClientOptions): PostMessages {
  const { 'anthropic-beta': ownBetas, ...headers } = lowerCased(options.headers)
  const send = createSend(options)
  const headFor = client
    ? (model: string) => headFromClient(client, route, model, { 'anthropic-version': apiVersion, ...headers })
    : lazily(() => createHead({ ...options, headers }))
  return async ({ model, body, betas }, sending) => {
    const head = await headFor(model)
    const allBetas = [head.headers['anthropic-beta'], ownBetas, ...betas, ...tokenBetas(options)].filter(
      (name) => name !== undefined,
    )
    const beta = allBetas.length > 0 ? { 'anthropic-beta': [...new Set(allBetas)].join(',') } : {}
    return accepted(await send({ ...sending, url: head.url, headers: { ...head.headers, ...beta }, body }))
  }
}

function createHead(options: ClientOptions): RequestHead {
  const apiKey = cleanKey(options.apiKey)
  const place = keyPlaceOf(options)
  const own = {
    'anthropic-version': apiVersion,
    ...(apiKey && place !== 'bearer' && { 'x-api-key': apiKey }),
    ...(apiKey && place !== 'api-key' && { authorization: `Bearer ${apiKey}` }),
  }
  return { url: routeUrl(options.baseUrl, route), headers: jsonHeaders(own, options.headers) }
}

/**
 * Returns the header for the key. Login tokens require `authorization`. Compatible servers read one header or the
 * other, so they get both.
 */
function keyPlaceOf({ auth, apiKey, baseUrl }: ClientOptions): KeyPlace {
  if (auth) return auth
  if (isLoginToken(apiKey)) return 'bearer'
  return isFirstParty(baseUrl) ? 'api-key' : 'both'
}

function tokenBetas({ apiKey }: ClientOptions): readonly string[] {
  return isLoginToken(apiKey) ? ['oauth-2025-04-20'] : []
}

/** Whether the key is the token of a subscription login. */
export function isLoginToken(apiKey: string | undefined): boolean {
  return apiKey?.trim().startsWith('sk-ant-oat') ?? false
}
