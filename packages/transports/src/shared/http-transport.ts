import type { ApiMode, HermesError, ModelRequest, Transport } from '@hermes/core'
import type { ErrorContext } from './errors/error-context.js'
import type { HttpResponse, Sending } from './http/http-client.js'
import { errorContextOf, type HttpTransportOptions } from './http-options.js'
import { createSharedTimer } from './shared-timer.js'
import type { AnswerReader, CreateBodyParser } from './stream/answer-body.js'
import { streamAnswer } from './stream/stream-answer.js'

/** The part of {@link createHttpTransport} that differs between APIs. */
export interface HttpWire {
  readonly id: string
  readonly apiMode: ApiMode
  readonly baseUrl: string
  /** Sends the request. Resolves with the response once its headers have arrived. */
  post(request: ModelRequest, sending: Sending): Promise<HttpResponse>
  /** Creates the reader for the answer to a request. */
  read(request: ModelRequest, context: ErrorContext): AnswerReader
  /** Chooses the parser for a response. Default: server-sent events or one JSON object. */
  readonly createParser?: CreateBodyParser
  /** Converts any error of a call into a {@link HermesError}. */
  toError(error: unknown, context: ErrorContext): HermesError
}

export function createHttpTransport(options: HttpTransportOptions, wire: HttpWire): Transport {
  const { id, apiMode, baseUrl, createParser, toError } = wire
  const { streaming = true, timeouts } = options
  const common = {
    streaming,
    timeouts,
    toError,
    startTimer: createSharedTimer(),
    ...(createParser && { createParser }),
  }
  const server = errorContextOf(options, baseUrl)
  return {
    id,
    apiMode,
    stream(request, options) {
      const context = { ...server, model: request.model }
      const post = (sending: Sending) => wire.post(request, sending)
      return streamAnswer({ ...common, post, answer: wire.read(request, context), context }, options)
    },
  }
}
