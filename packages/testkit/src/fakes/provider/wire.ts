import type { JsonObject } from '@hermes/core'
import type { SettledAnswer } from '../deltas.js'

/**
 * The server's side of one provider wire: how a provider that speaks it writes a scripted answer.
 *
 * `createChatWire` is the one for chat completions. A transport for another wire brings its own and passes it to
 * `startFakeProvider` and `transportContract`. A wire has `stream`, `whole`, or both: what the provider offers.
 */
export interface Wire {
  /** What the server's base URL ends with: `/v1`. */
  readonly basePath: string
  /** Whether a POST to this path is a model call. */
  isCall(path: string): boolean
  modelOf(body: JsonObject, path: string): string
  /** Whether the request asks for a stream. Default: every one, in a wire that has `stream`. */
  wantsStream?(body: JsonObject, path: string): boolean
  /** Default: `content-type: text/event-stream`. */
  readonly streamHeaders?: Readonly<Record<string, string>>
  /** A streamed answer. Absent in a wire that never streams. */
  stream?(answer: SettledAnswer, body: JsonObject): WireStream
  /** The answer to a request that does not ask for a stream. Absent in a wire that always streams. */
  whole?(answer: SettledAnswer, body: JsonObject): JsonObject
  /**
   * The response that the transport has to report as this error.
   *
   * - `network`: `'drop'`, which closes the connection before any byte.
   * - `protocol`: a response that is not the provider's at all, such as {@link htmlPage}, with status 200.
   * - any other kind: the provider's error body with `error.message` in it, status `error.status` or, without one, the
   *   provider's own for this kind, and a `retry-after` header for `error.retryAfterMs`.
   * - an error that is no `TransportError`: status 500.
   *
   * `jsonRefusal` does all this for a provider that reports errors as JSON.
   */
  refuse(error: Error): HttpReply | 'drop'
  /** The error in the middle of a stream; `undefined` where the wire cannot express it. */
  interrupt?(error: Error): WireChunk | undefined
  /** What a strict provider would refuse in this request: empty for a legal one. Default: nothing is refused. */
  problems?(body: JsonObject): readonly string[]
}

/** A streamed answer. Cut anywhere before `tail`, it is incomplete. */
export interface WireStream {
  readonly head: WireChunk
  /** One chunk for each delta of the answer. */
  readonly deltas: Iterable<WireChunk>
  /** What says that the answer is complete. */
  readonly tail: WireChunk
}

export type WireChunk = string | Uint8Array

/** An HTTP response as it stands. */
export interface HttpReply {
  readonly kind: 'http'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: WireBody
}

/** What goes over the connection in place of an HTTP response. Then the connection is closed. */
export interface RawReply {
  readonly kind: 'raw'
  readonly body: WireBody
}

/** Whole, or in pieces that are made while they are sent. */
export type WireBody = WireChunk | Iterable<WireChunk> | AsyncIterable<WireChunk>

/** Responds with exactly this: a status, a JSON body or a text, and headers such as `retry-after`. */
export function httpReply(
  status: number,
  body: JsonObject | WireBody = '',
  headers: Readonly<Record<string, string>> = {},
): HttpReply {
  if (isBody(body)) return { kind: 'http', status, headers, body }
  const withType = { 'content-type': 'application/json', ...headers }
  return { kind: 'http', status, headers: withType, body: JSON.stringify(body) }
}

/** Writes exactly these bytes to the connection, and closes it: for servers that break HTTP itself. */
export function rawReply(body: WireBody): RawReply {
  return { kind: 'raw', body }
}

function isBody(body: JsonObject | WireBody): body is WireBody {
  return typeof body === 'string' || Symbol.iterator in body || Symbol.asyncIterator in body
}

/** The JSON text of a refusal; `undefined` where it is not said in JSON. */
export function errorBodyOf(reply: HttpReply | 'drop'): string | undefined {
  if (reply === 'drop' || typeof reply.body !== 'string') return undefined
  return reply.headers['content-type'] === 'application/json' ? reply.body : undefined
}

/** What a captive portal or a wrong base URL answers: a web page, with status 200. */
export function htmlPage(status = 200): HttpReply {
  const page = '<!doctype html><html><head><title>Sign in</title></head><body><h1>Sign in</h1></body></html>'
  return httpReply(status, page, { 'content-type': 'text/html; charset=utf-8' })
}
