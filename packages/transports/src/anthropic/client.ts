import type Anthropic from '@anthropic-ai/sdk'
import { loadSdk } from '../shared/load-sdk.js'
import { cleanKey, onlyOwnHeaders } from '../shared/own-headers.js'
import { isFirstParty } from './first-party.js'
import type { WireRequest } from './to-wire.js'

/** Where the key goes: `x-api-key`, `authorization`, or both. */
export type KeyPlace = 'api-key' | 'bearer' | 'both'

export interface ClientOptions {
  readonly apiKey?: string
  readonly auth?: KeyPlace
  /** Without `/v1`. */
  readonly baseUrl: string
  readonly fetch?: typeof globalThis.fetch
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a request to the Messages API; resolves with the response once its head is there. */
export type PostMessages = (request: WireRequest, signal: AbortSignal) => Promise<Response>

/** The version that every server of this wire knows. */
const apiVersion = '2023-06-01'

/** The SDK is loaded by the first call: starting a program must not pay for it. */
export function createPostMessages(options: ClientOptions): PostMessages {
  const { 'anthropic-beta': ownBetas, ...headers } = lowerCased(options.headers)
  let client: Promise<Anthropic> | undefined
  return async ({ body, betas }, signal) => {
    client ??= createClient({ ...options, headers })
    const allBetas = [ownBetas, ...betas, ...tokenBetas(options)].filter((name) => name !== undefined)
    const beta = allBetas.length > 0 ? allBetas.join(',') : null
    return (await client)
      .post('/v1/messages', { body, signal, headers: { 'content-type': 'application/json', 'anthropic-beta': beta } })
      .asResponse()
  }
}

async function createClient(options: ClientOptions): Promise<Anthropic> {
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
  return new Anthropic({
    // With a key the client looks for no other; what is sent is decided by the headers.
    apiKey: apiKey ?? 'none',
    webhookKey: null,
    baseURL: options.baseUrl,
    defaultHeaders: headers,
    fetch: onlyOwnHeaders(options.fetch ?? globalThis.fetch, ['anthropic-beta', ...Object.keys(headers)]),
    // A redirect would carry the key and the conversation to wherever it points.
    fetchOptions: { redirect: 'manual' },
    maxRetries: 0,
    timeout: 2 ** 31 - 1,
    logLevel: 'off',
    openTelemetry: false,
  })
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

function isLoginToken(apiKey: string | undefined): boolean {
  return apiKey?.trim().startsWith('sk-ant-oat') ?? false
}

function lowerCased(headers: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
