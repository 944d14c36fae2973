import { createSend, type SendOptions } from './http/create-send.js'
import type { HttpRequest, HttpResponse, RequestBody } from './http/http-client.js'
import { accepted } from './http/refused-answer.js'
import { loadSdk } from './load-sdk.js'
import { cleanKey, ownHeaders } from './own-headers.js'

export interface ClientOptions extends SendOptions {
  readonly apiKey?: string
  readonly baseUrl: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Sends a JSON body to a route; resolves with the response once its head is there.
 * @throws {RefusedAnswer} when the status is not 2xx.
 */
export type PostJson = (body: RequestBody, signal: AbortSignal) => Promise<HttpResponse>

type RequestHead = Pick<HttpRequest, 'url' | 'headers'>

/**
 * The SDK says where and as whom to ask; it is loaded by the first call, because starting a program must not pay for it. The
 * head is the same for all calls, and the bodies are bytes that the SDK would convert and copy each time.
 */
export function createOpenAIPost(path: `/${string}`, options: ClientOptions): PostJson {
  const send = createSend(options)
  let head: Promise<RequestHead> | undefined
  return async (body, signal) => {
    head ??= createHead(path, options)
    return accepted(await send({ ...(await head), body, signal }))
  }
}

async function createHead(path: `/${string}`, options: ClientOptions): Promise<RequestHead> {
  const { OpenAI } = await loadSdk('openai', () => import('openai'))
  const apiKey = cleanKey(options.apiKey)
  const headers = { 'user-agent': 'hermes', ...options.headers }
  const client = new OpenAI({
    // The client wants a key; what is sent is decided by the header below.
    apiKey: apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: options.baseUrl,
    defaultHeaders: { authorization: apiKey ? `Bearer ${apiKey}` : null, ...headers },
    logLevel: 'off',
  })
  const { url, req } = await client.buildRequest({
    method: 'post',
    path,
    headers: { 'content-type': 'application/json' },
  })
  return { url, headers: ownHeaders(req.headers, Object.keys(headers)) }
}
