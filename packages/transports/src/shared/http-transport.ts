import type { ApiMode, HermesError, ModelRequest, Transport } from '@hermes/core'
import type { AnswerReader, CreateBodyParser } from './answer-body.js'
import type { ErrorContext } from './error-context.js'
import { errorContextOf, type HttpTransportOptions } from './http-options.js'
import { streamAnswer } from './stream-answer.js'

/** What one wire adds to {@link createHttpTransport}. */
export interface HttpWire {
  readonly id: string
  readonly apiMode: ApiMode
  readonly baseUrl: string
  /** Sends the request; resolves with the response once its head is there. */
  post(request: ModelRequest, signal: AbortSignal): Promise<Response>
  /** Begins to read the answer to a request. */
  read(request: ModelRequest, context: ErrorContext): AnswerReader
  /** Default: server-sent events, or one JSON object. */
  readonly createParser?: CreateBodyParser
  /** Whatever a call threw, as an error of Hermes. */
  toError(error: unknown, context: ErrorContext): HermesError
}

export function createHttpTransport(options: HttpTransportOptions, wire: HttpWire): Transport {
  const { streaming = true, timeouts } = options
  return {
    id: wire.id,
    apiMode: wire.apiMode,
    async *stream(request, { signal }) {
      signal.throwIfAborted()
      const context = errorContextOf(options, wire.baseUrl, request.model)
      yield* streamAnswer(
        {
          post: (guarded) => wire.post(request, guarded),
          answer: wire.read(request, context),
          streaming,
          timeouts,
          context,
          toError: wire.toError,
          ...(wire.createParser && { createParser: wire.createParser }),
        },
        signal,
      )
    },
  }
}
