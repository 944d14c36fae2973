import { TransportError } from '@hermes/core'
import type OpenAI from 'openai'

export interface ClientOptions {
  readonly apiKey?: string
  readonly baseUrl: string
  readonly fetch?: typeof globalThis.fetch
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a body to the chat completions route; resolves with the response once its head is there. */
export type PostChat = (body: string, signal: AbortSignal) => Promise<Response>

/** The SDK is loaded by the first call: starting a program must not pay for it. */
export function createPostChat(options: ClientOptions): PostChat {
  let client: Promise<OpenAI> | undefined
  return async (body, signal) => {
    client ??= createClient(options)
    return (await client)
      .post('/chat/completions', { body, signal, headers: { 'content-type': 'application/json' } })
      .asResponse()
  }
}

async function createClient(options: ClientOptions): Promise<OpenAI> {
  const { OpenAI } = await import('openai')
  const apiKey = options.apiKey?.trim()
  if (apiKey !== undefined && /[^\x21-\x7e]/.test(apiKey)) {
    throw new TransportError('auth', 'The API key holds characters that no key has: copy it again, without spaces.')
  }
  const headers = { 'user-agent': 'hermes', ...options.headers }
  return new OpenAI({
    // The client wants a key; what is sent is decided by the header below.
    apiKey: apiKey || 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: options.baseUrl,
    defaultHeaders: { authorization: apiKey ? `Bearer ${apiKey}` : null, ...headers },
    fetch: onlyOwnHeaders(options.fetch ?? globalThis.fetch, Object.keys(headers)),
    maxRetries: 0,
    timeout: 2 ** 31 - 1,
    logLevel: 'off',
  })
}

/**
 * Drops what the client adds by itself: details of this machine, and headers from `OPENAI_CUSTOM_HEADERS`, which the user
 * means for OpenAI and not for whatever server this is.
 */
function onlyOwnHeaders(fetch: typeof globalThis.fetch, names: readonly string[]): typeof globalThis.fetch {
  const wanted = new Set(['accept', 'authorization', 'content-type', ...names.map((name) => name.toLowerCase())])
  return (input, init) => {
    const headers = [...new Headers(init?.headers)].filter(([name]) => wanted.has(name))
    return fetch(input, { ...init, headers: Object.fromEntries(headers) })
  }
}
