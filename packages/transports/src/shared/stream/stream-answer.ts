import { HermesError, type StreamOptions, TransportError, type TransportEvent } from '@hermes/core'
import { untilAborted } from '@hermes/safety'
import type { ErrorContext } from '../errors/error-context.js'
import type { HttpBody, HttpResponse, Sending } from '../http/http-client.js'
import type { CallTimeouts } from '../http-options.js'
import type { StartTimer } from '../shared-timer.js'
import { type AnswerReader, type BodyParser, type CreateBodyParser, createBodyParser } from './answer-body.js'
import { type CallGuard, createCallGuard } from './call-guard.js'
import { CallReport } from './call-report.js'

/** The parts of a model call over HTTP that differ between wires. */
export interface HttpCall {
  /** Sends the request. Resolves with the response once its headers have arrived. */
  post(sending: Sending): Promise<HttpResponse>
  readonly answer: AnswerReader
  /** Chooses the parser for a response. Default: server-sent events or one JSON object. */
  readonly createParser?: CreateBodyParser
  readonly streaming: boolean
  readonly timeouts: CallTimeouts | undefined
  readonly startTimer: StartTimer
  readonly context: ErrorContext
  /** Converts any error of the call into a {@link HermesError}. */
  toError(error: unknown, context: ErrorContext): HermesError
}

/** How long to continue reading after a complete answer, in milliseconds. Some servers keep the connection open. */
const afterFinishLimitMs = 5_000

/** Makes one model call according to the contract of `Transport.stream` for deltas, finish, errors, aborts and connections. */
export function streamAnswer(call: HttpCall, options: StreamOptions): AsyncIterableIterator<TransportEvent, undefined> {
  return new AnswerEvents(call, options)
}

type Next = IteratorResult<TransportEvent, undefined>

const ended: Next = { value: undefined, done: true }

/** Reason for aborting a call whose reader stopped early. Never read. */
const left = Object.freeze({ reason: 'left' })

/**
 * The events of one answer, received as they are read. Not a generator, because that would create several promises for
 * each of the thousands of events in a stream.
 */
class AnswerEvents implements AsyncIterableIterator<TransportEvent, undefined> {
  readonly #call: HttpCall
  readonly #options: StreamOptions
  readonly #report: CallReport
  #guard: CallGuard | undefined
  #body: HttpBody | undefined
  #parser: BodyParser | undefined
  /** Events that have arrived together. */
  #events: readonly TransportEvent[] = []
  #position = 0
  /** Whether nothing more is received. */
  #isClosed = false
  #isEnded = false

  constructor(call: HttpCall, options: StreamOptions) {
    this.#call = call
    this.#options = options
    this.#report = new CallReport(call.answer, options)
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<Next> {
    const event = this.#options.signal.aborted ? undefined : this.#take()
    return event ? Promise.resolve(event) : this.#advance()
  }

  async return(): Promise<Next> {
    this.#isEnded = true
    this.#events = []
    if (!this.#isClosed) this.#guard?.abort(left)
    this.#close(false)
    this.#report.unfinished(true)
    return ended
  }

  #take(): Next | undefined {
    const value = this.#events[this.#position]
    this.#position += 1
    return value && { value, done: false }
  }

  async #advance(): Promise<Next> {
    if (this.#isEnded) return ended
    try {
      return await this.#proceed()
    } catch (error) {
      this.#report.unfinished(this.#options.signal.aborted)
      throw error
    }
  }

  async #proceed(): Promise<Next> {
    const { answer, context } = this.#call
    try {
      this.#options.signal.throwIfAborted()
      while (!this.#isClosed) {
        await this.#receive()
        this.#events = answer.takeDeltas()
        this.#report.received(this.#events)
        this.#position = 0
        const event = this.#take()
        if (event) return event
      }
    } catch (error) {
      this.#fail(error)
    }
    this.#isEnded = true
    if (answer.isComplete()) {
      const value = answer.finish()
      this.#report.finished()
      return { value, done: false }
    }
    const text = `The connection to ${context.provider} ended before the answer was complete: try again.`
    throw new TransportError('network', text)
  }

  /** Receives the next part of the body. */
  async #receive(): Promise<void> {
    const { answer } = this.#call
    this.#guard ??= createCallGuard(this.#options.signal, this.#call.startTimer)
    this.#parser ??= await this.#begin(this.#guard)
    const bytes = await this.#read(this.#guard)
    if (bytes) this.#parser.push(bytes)
    if (bytes && !answer.isDone()) return
    this.#parser.end()
    this.#close(true)
  }

  async #begin(guard: CallGuard): Promise<BodyParser> {
    const { post, answer, context, createParser = createBodyParser, streaming, timeouts } = this.#call
    const { responseMs = 600_000 } = timeouts ?? {}
    const name = context.provider
    guard.begin(responseMs, () => `${name} did not begin to answer within ${responseMs / 1000} s: try again.`)
    const response = await untilAborted(post({ signal: guard.signal, onSent: () => this.#report.sent() }), guard.signal)
    this.#report.sent()
    this.#body = response.body
    return createParser(response, streaming, answer)
  }

  async #read(guard: CallGuard): Promise<Uint8Array | undefined> {
    const { answer, context, timeouts } = this.#call
    const { idleMs = 300_000 } = timeouts ?? {}
    const limitMs = answer.isComplete() ? Math.min(idleMs, afterFinishLimitMs) : idleMs
    guard.begin(limitMs, () => `${context.provider} went silent for ${idleMs / 1000} s: try again.`)
    const bytes = await this.#body?.read()
    guard.end()
    return bytes
  }

  /** @throws unless the connection broke after the answer was complete, because nothing is lost then. */
  #fail(error: unknown): void {
    const { answer, context, toError } = this.#call
    const cause: unknown = this.#guard?.signal.reason
    this.#isEnded = true
    this.#close(false)
    this.#options.signal.throwIfAborted()
    const isCut = cause !== undefined || !HermesError.is(error)
    if (!isCut || !answer.isComplete()) throw toError(cause ?? error, context)
  }

  #close(isWhole: boolean): void {
    if (this.#isClosed) return
    this.#isClosed = true
    if (isWhole) this.#body?.release()
    else this.#body?.close()
    this.#guard?.[Symbol.dispose]()
  }
}
