import type { JsonObject } from '@hermes/core'
import type { SettledAnswer } from '../deltas.js'

/**
 * The server side of a provider's API: how a provider writes a scripted answer.
 *
 * `createChatWire` implements chat completions. A transport for another API has its own wire and passes it to `startFakeProvider` and
 * `transportContract`. A wire has `stream`, `whole`, or both, depending on the provider.
 */
export interface Wire {
  /** The suffix of the server's base URL: `/v1`. */
  readonly basePath: string
  /** Returns whether a POST to this path is a model call. */
  isCall(path: string): boolean
  modelOf(body: JsonObject, path: string): string
  /** Returns whether the request asks for a stream. Default: all requests, for a wire with `stream`. */
  wantsStream?(body: JsonObject, path: string): boolean
  /** Headers of streamed answers. Default: `content-type: text/event-stream`. */
  readonly streamHeaders?: Readonly<Record<string, string>>
  /** Renders a streamed answer. Absent if the API never streams. */
  stream?(answer: SettledAnswer, body: JsonObject): WireStream
  /** Renders a whole answer, for requests without streaming. Absent if the API always streams. */
  whole?(answer: SettledAnswer, body: JsonObject): JsonObject
  /**
   * The response that the transport must report as this error.
   *
   * - `network`: `'drop'`, which closes the connection before any byte.
   * - `protocol`: a response that does not come from the provider, such as {@link htmlPage}, with status 200.
   * - any other kind: the provider's error body with `error.message`, the status `error.status` or the provider's usual status for the
   *   kind, and a `retry-after` header for `error.retryAfterMs`.
   * - an error other than a `TransportError`: status 500.
   *
   * `jsonRefusal` implements this for providers with JSON errors.
   */
  refuse(error: Error): HttpReply | 'drop'
  /** Renders an error in the middle of a stream. Returns `undefined` if the API cannot express it. */
  interrupt?(error: Error): WireChunk | undefined
  /**
   * Returns the problems that a strict provider would reject. Empty for a valid request. Default: nothing is rejected.
   */
  problems?(body: JsonObject): readonly string[]
}

/** A streamed answer. It is incomplete when cut anywhere before `tail`. */
export interface WireStream {
  readonly head: WireChunk
  /** One chunk per delta of the answer. */
  readonly deltas: Iterable<WireChunk>
  /** Marks the answer as complete. */
  readonly tail: WireChunk
}

export type WireChunk = string | Uint8Array

/** A raw HTTP response. */
export interface HttpReply {
  readonly kind: 'http'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: WireBody
}

/** Raw bytes in place of an HTTP response. The connection is closed afterwards. */
export interface RawReply {
  readonly kind: 'raw'
  readonly body: WireBody
}

/** A whole body, or pieces that are generated while they are sent. */
export type WireBody = WireChunk | Iterable<WireChunk> | AsyncIterable<WireChunk>

/** Responds with exactly this status, JSON or text body, and headers such as `retry-after`. */
export function httpReply(
  status: number,
  body: JsonObject | WireBody = '',
  headers: Readonly<Record<string, string>> = {},
): HttpReply {
  if (isBody(body)) return { kind: 'http', status, headers, body }
  const withType = { 'content-type': 'application/json', ...headers }
  return { kind: 'http', status, headers: withType, body: JSON.stringify(body) }
}

/** Writes exactly these bytes and closes the connection. For servers that violate HTTP. */
export function rawReply(body: WireBody): RawReply {
  return { kind: 'raw', body }
}

function isBody(body: JsonObject | WireBody): body is WireBody {
  return typeof body === 'string' || Symbol.iterator in body || Symbol.asyncIterator in body
}

/** Returns the JSON text of a refusal, or `undefined` if it is not JSON. */
export function errorBodyOf(reply: HttpReply | 'drop'): string | undefined {
  if (reply === 'drop' || typeof reply.body !== 'string') return undefined
  return reply.headers['content-type'] === 'application/json' ? reply.body : undefined
}

/** Returns the response of a captive portal or a wrong base URL: a web page with status 200. */
export function htmlPage(status = 200): HttpReply {
  const page = '<!doctype html><html><head><title>Sign in</title></head><body><h1>Sign in</h1></body></html>'
  return httpReply(status, page, { 'content-type': 'text/html; charset=utf-8' })
}
