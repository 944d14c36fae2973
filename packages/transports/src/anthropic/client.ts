import { createSend, type SendOptions } from '../shared/http/create-send.js'
import type { HttpRequest, HttpResponse } from '../shared/http/http-client.js'
import { accepted } from '../shared/http/refused-answer.js'
import { loadSdk } from '../shared/load-sdk.js'
import { cleanKey, ownHeaders } from '../shared/own-headers.js'
import { isFirstParty } from './first-party.js'
import type { WireRequest } from './to-wire.js'

/** Where the key goes: `x-api-key`, `authorization`, or both. */
export type KeyPlace = 'api-key' | 'bearer' | 'both'

export interface ClientOptions extends SendOptions {
  readonly apiKey?: string
  readonly auth?: KeyPlace
  /** Without `/v1`. */
  readonly baseUrl: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Sends a request to the Messages API; resolves with the response once its head is there.
 * @throws {RefusedAnswer} when the status is not 2xx.
 */
export type PostMessages = (request: WireRequest, signal: AbortSignal) => Promise<HttpResponse>

/** The version that every server of this wire knows. */
const apiVersion = '2023-06-01'

type RequestHead = Pick<HttpRequest, 'url' | 'headers'>

/**
 * The SDK says where and as whom to ask; it is loaded by the first call, because starting a program must not pay for it. The
 * head is the same for all calls but for the betas.
 */
export function createPostMessages(options: ClientOptions): PostMessages {
  const { 'anthropic-beta': ownBetas, ...headers } = lowerCased(options.headers)
  const send = createSend(options)
  let head: Promise<RequestHead> | undefined
  return async ({ body, betas }, signal) => {
    head ??= createHead({ ...options, headers })
    const { url, headers: common } = await head
    const allBetas = [ownBetas, ...betas, ...tokenBetas(options)].filter((name) => name !== undefined)
    const beta = allBetas.length > 0 ? { 'anthropic-beta': allBetas.join(',') } : {}
    return accepted(await send({ url, headers: { ...common, ...beta }, body, signal }))
  }
}

async function createHead(options: ClientOptions): Promise<RequestHead> {
  const { Anthropic } = await loadSdk('@anthropic-ai/sdk', () => import('@anthropic-ai/sdk'))
  const apiKey = cleanKey(options.apiKey)
  const place = keyPlaceOf(options)
  const headers = {
    'user-agent': 'hermes',
    'anthropic-version': apiVersion,
    'x-api-key': apiKey && place !== 'bearer' ? apiKey : null,
    authorization: apiKey && place !== 'api-key' ? `Bearer ${apiKey}` : null,
    ...options.headers,
  }
  const client = new Anthropic({
    // With a key the client looks for no other; what is sent is decided by the headers.
    apiKey: apiKey ?? 'none',
    webhookKey: null,
    baseURL: options.baseUrl,
    defaultHeaders: headers,
    logLevel: 'off',
    openTelemetry: false,
  })
  const json = { 'content-type': 'application/json' }
  const { url, req } = await client.buildRequest({ method: 'post', path: '/v1/messages', headers: json })
  return { url, headers: ownHeaders(new Headers(req.headers), Object.keys(headers)) }
}

/** Tokens of a login are no keys. Compatible servers look into the one header or the other. */
function keyPlaceOf({ auth, apiKey, baseUrl }: ClientOptions): KeyPlace {
  if (auth) return auth
  if (isLoginToken(apiKey)) return 'bearer'
  return isFirstParty(baseUrl) ? 'api-key' : 'both'
}

function tokenBetas({ apiKey }: ClientOptions): readonly string[] {
  return isLoginToken(apiKey) ? ['oauth-2025-04-20'] : []
}

/** A token of a subscription's login, which is no API key. */
export function isLoginToken(apiKey: string | undefined): boolean {
  return apiKey?.trim().startsWith('sk-ant-oat') ?? false
}

function lowerCased(headers: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
