import { HermesError, TransportError, type TransportEvent } from '@hermes/core'
import { type AnswerReader, type CreateBodyParser, createBodyParser } from './answer-body.js'
import { type CallGuard, createCallGuard } from './call-guard.js'
import type { ErrorContext } from './error-context.js'
import type { CallTimeouts } from './http-options.js'
import { createBodyReader } from './read-body.js'

/** One model call over HTTP, as far as it is a matter of the wire. */
export interface HttpCall {
  /** Sends the request; resolves with the response once its head is there. */
  post(signal: AbortSignal): Promise<Response>
  readonly answer: AnswerReader
  /** Default: server-sent events, or one JSON object. */
  readonly createParser?: CreateBodyParser
  readonly streaming: boolean
  readonly timeouts: CallTimeouts | undefined
  readonly context: ErrorContext
  /** Whatever the call threw, as an error of Hermes. */
  toError(error: unknown, context: ErrorContext): HermesError
}

/** After its end mark an answer is complete: nobody waits long for a server that keeps the connection open. */
const afterFinishLimitMs = 5_000

/** Makes one model call and keeps what `Transport.stream` promises: about deltas, the finish, errors, aborts, connections. */
export async function* streamAnswer(call: HttpCall, signal: AbortSignal): AsyncGenerator<TransportEvent> {
  const { answer, context } = call
  const { responseMs = 600_000 } = call.timeouts ?? {}
  using guard = createCallGuard(signal)
  try {
    const describe = () => `${context.provider} did not begin to answer within ${responseMs / 1000} s: try again.`
    const response = await guard.wait(call.post(guard.signal), responseMs, describe)
    for await (const delta of readBody(response, call, guard)) {
      yield delta
      signal.throwIfAborted()
    }
  } catch (error) {
    signal.throwIfAborted()
    const isCut = guard.signal.aborted || !HermesError.is(error)
    // A connection that breaks after the end mark takes nothing of the answer with it.
    if (!isCut || !answer.isComplete) throw call.toError(guard.signal.reason ?? error, context)
  }
  if (!answer.isComplete) {
    throw new TransportError(
      'network',
      `The connection to ${context.provider} ended before the answer was complete: try again.`,
    )
  }
  yield answer.finish()
}

async function* readBody(response: Response, call: HttpCall, guard: CallGuard): AsyncGenerator<TransportEvent> {
  const { answer, context } = call
  const { idleMs = 300_000 } = call.timeouts ?? {}
  if (!response.body) throw new TransportError('protocol', `${context.provider} sent an empty answer: try again.`)
  const parser = (call.createParser ?? createBodyParser)(response, call.streaming, answer)
  const describe = () => `${context.provider} went silent for ${idleMs / 1000} s: try again.`
  const body = createBodyReader(response.body, guard, describe)
  let isWhole = false
  try {
    while (!answer.isDone) {
      const bytes = await body.read(answer.isComplete ? Math.min(idleMs, afterFinishLimitMs) : idleMs)
      if (bytes === undefined) break
      parser.push(bytes)
      for (const delta of answer.takeDeltas()) yield delta
    }
    parser.end()
    for (const delta of answer.takeDeltas()) yield delta
    isWhole = true
  } finally {
    if (isWhole) body.release()
    else body.close()
  }
}
