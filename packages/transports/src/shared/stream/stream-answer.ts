import {
  HermesError,
  promptTokens,
  type StreamOptions,
  TransportError,
  type TransportEvent,
  type Usage,
} from '@hermes/core'
import type { ErrorContext } from '../errors/error-context.js'
import type { HttpBody, HttpResponse } from '../http/http-client.js'
import type { CallTimeouts } from '../http-options.js'
import { type AnswerReader, type CreateBodyParser, createBodyParser } from './answer-body.js'
import { type CallGuard, createCallGuard } from './call-guard.js'
import { flatten } from './flatten.js'

/** The parts of a model call over HTTP that differ between wires. */
export interface HttpCall {
  /** Sends the request; resolves with the response when its headers have arrived. */
  post(signal: AbortSignal): Promise<HttpResponse>
  readonly answer: AnswerReader
  /** Default: server-sent events, or one JSON object. */
  readonly createParser?: CreateBodyParser
  readonly streaming: boolean
  readonly timeouts: CallTimeouts | undefined
  readonly context: ErrorContext
  /** Converts any error of the call to a {@link HermesError}. */
  toError(error: unknown, context: ErrorContext): HermesError
}

/** How long to read on after a complete answer, in milliseconds: some servers keep the connection open. */
const afterFinishLimitMs = 5_000

/** Makes one model call as `Transport.stream` specifies it: deltas, finish, errors, aborts and connections. */
export function streamAnswer(call: HttpCall, options: StreamOptions): AsyncIterableIterator<TransportEvent> {
  return flatten(readAnswer(call, options), options.signal)
}

/** The events of one answer, as many at a time as have arrived. */
async function* readAnswer(
  call: HttpCall,
  { signal, onUnfinished }: StreamOptions,
): AsyncGenerator<readonly TransportEvent[], undefined> {
  const { answer, context, createParser = createBodyParser } = call
  const { responseMs = 600_000, idleMs = 300_000 } = call.timeouts ?? {}
  const describeSilence = () => `${context.provider} went silent for ${idleMs / 1000} s: try again.`
  signal.throwIfAborted()
  using guard = createCallGuard(signal)
  let body: HttpBody | undefined
  let isWhole = false
  try {
    const response = await begin(call, guard, responseMs)
    body = response.body
    const parser = createParser(response, call.streaming, answer)
    while (!answer.isDone) {
      const limitMs = answer.isComplete ? Math.min(idleMs, afterFinishLimitMs) : idleMs
      const bytes = await guard.limit(body.read(), limitMs, describeSilence)
      if (bytes === undefined) break
      parser.push(bytes)
      yield answer.takeDeltas()
      signal.throwIfAborted()
    }
    parser.end()
    yield answer.takeDeltas()
    signal.throwIfAborted()
    isWhole = true
  } catch (error) {
    signal.throwIfAborted()
    const isCut = guard.signal.aborted || !HermesError.is(error)
    // A connection that breaks after the answer is complete loses nothing.
    if (!isCut || !answer.isComplete) throw call.toError(guard.signal.reason ?? error, context)
  } finally {
    if (isWhole) body?.release()
    else body?.close()
    const { usage, isComplete } = answer
    if (!isComplete && isCounted(usage)) onUnfinished?.({ usage })
  }
  if (!answer.isComplete) {
    throw new TransportError(
      'network',
      `The connection to ${context.provider} ended before the answer was complete: try again.`,
    )
  }
  yield [answer.finish()]
}

function isCounted(usage: Usage | undefined): usage is Usage {
  return usage !== undefined && promptTokens(usage) + usage.outputTokens > 0
}

function begin({ post, context }: HttpCall, guard: CallGuard, limitMs: number): Promise<HttpResponse> {
  const describe = () => `${context.provider} did not begin to answer within ${limitMs / 1000} s: try again.`
  return guard.wait(post(guard.signal), limitMs, describe)
}
