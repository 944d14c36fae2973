import type OpenAI from 'openai'
import { loadSdk } from './load-sdk.js'
import { cleanKey, onlyOwnHeaders } from './own-headers.js'

export interface ClientOptions {
  readonly apiKey?: string
  readonly baseUrl: string
  readonly fetch?: typeof globalThis.fetch
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a JSON body to a route; resolves with the response once its head is there. */
export type PostJson = (body: string, signal: AbortSignal) => Promise<Response>

/** The SDK is loaded by the first call: starting a program must not pay for it. */
export function createOpenAIPost(path: `/${string}`, options: ClientOptions): PostJson {
  let client: Promise<OpenAI> | undefined
  return async (body, signal) => {
    client ??= createClient(options)
    return (await client).post(path, { body, signal, headers: { 'content-type': 'application/json' } }).asResponse()
  }
}

async function createClient(options: ClientOptions): Promise<OpenAI> {
  const { OpenAI } = await loadSdk('openai', () => import('openai'))
  const apiKey = cleanKey(options.apiKey)
  const headers = { 'user-agent': 'hermes', ...options.headers }
  return new OpenAI({
    // The client wants a key; what is sent is decided by the header below.
    apiKey: apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: options.baseUrl,
    defaultHeaders: { authorization: apiKey ? `Bearer ${apiKey}` : null, ...headers },
    fetch: onlyOwnHeaders(options.fetch ?? globalThis.fetch, Object.keys(headers)),
    // A redirect would carry the key and the conversation to wherever it points.
    fetchOptions: { redirect: 'manual' },
    maxRetries: 0,
    timeout: 2 ** 31 - 1,
    logLevel: 'off',
  })
}
