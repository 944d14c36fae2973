import { lazily } from '@hermes/safety'
import type { HttpResponse, RequestBody, Send, Sending } from './http/http-client.js'
import { accepted } from './http/refused-answer.js'
import { cleanKey, jsonHeaders, lowerCased, routeUrl } from './request-head.js'
import { headFromClient, type RequestHead, type SdkClient } from './sdk-client.js'

export interface PostOptions {
  readonly apiKey?: string
  readonly baseUrl: string
  readonly headers?: Readonly<Record<string, string>>
  readonly client?: SdkClient
  readonly send: Send
}

/**
 * Sends a JSON body for a model. Resolves with the response once its headers have arrived.
 * @throws {RefusedAnswer} when the status is not 2xx.
 */
export type PostJson = (request: ModelBody, sending: Sending) => Promise<HttpResponse>

export interface ModelBody {
  readonly model: string
  readonly body: RequestBody
}

/** Creates the request function. Without an SDK client, all calls have the same URL and headers, with the key as a bearer token. */
export function createOpenAIPost(path: `/${string}`, { send, client, ...options }: PostOptions): PostJson {
  const headFor = client
    ? (model: string) => headFromClient(client, path, model, lowerCased(options.headers))
    : // Lazy, so that an invalid key fails the call instead of the creation.
      lazily(() => createHead(path, options))
  return async ({ model, body }, sending) => accepted(await send({ ...sending, ...(await headFor(model)), body }))
}

function createHead(path: `/${string}`, options: Omit<PostOptions, 'send'>): RequestHead {
  const apiKey = cleanKey(options.apiKey)
  return {
    url: routeUrl(options.baseUrl, path),
    headers: jsonHeaders(apiKey ? { authorization: `Bearer ${apiKey}` } : {}, options.headers),
  }
}
