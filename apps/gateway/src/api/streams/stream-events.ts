import { describeError, InterruptError, type Logger } from '@hermes/core'
import type { Context } from 'hono'
import { errorBody } from '../request/error-response.js'

export interface ServerSentEvent {
  /** The name of the event. Default: `message`, as readers call it. */
  readonly event?: string
  readonly id?: string
  /** The data without line breaks, as `JSON.stringify` returns it. */
  readonly data: string
}

export interface EventStream {
  /** Aborted when the client has closed the connection. */
  readonly left: AbortSignal
  /** Resolves when the client can take more. Has no effect once the client has left. */
  send(event: ServerSentEvent): Promise<void>
}

export interface StreamEventsOptions {
  /** Logs why the events ended early. */
  readonly logger: Logger
  /** The interval of comments that keep the connection alive, in milliseconds. Default: 15,000. */
  readonly keepAliveMs?: number | undefined
}

/** Shared by all streams, because an abort without a reason creates an error with a stack. */
const clientLeft = new InterruptError('The client closed the connection.')
const sent = Promise.resolve()
const encoder = new TextEncoder()

/**
 * Answers with server-sent events: those that `write` sends until it resolves. If it throws, the last event is an error in the format of OpenAI's API, and
 * the log says why. Unlike in Hono's `streamSSE`, an event passes through one stream instead of three, which matters because an answer has many.
 */
export function streamEvents(
  context: Context,
  { logger, keepAliveMs = 15_000 }: StreamEventsOptions,
  write: (stream: EventStream) => Promise<void>,
): Response {
  const left = new AbortController()
  let room: PromiseWithResolvers<void> | undefined
  const proceed = () => {
    room?.resolve()
    room = undefined
  }

  async function run(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const put = (text: string) => controller.enqueue(encoder.encode(text))
    // A comment is skipped by all readers of event streams. Proxies close connections that are silent for long.
    const keepAlive = setInterval(() => left.signal.aborted || put(': keep-alive\n\n'), keepAliveMs)
    const send = ({ event, id, data }: ServerSentEvent): Promise<void> => {
      if (left.signal.aborted) return sent
      put(`${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n${id === undefined ? '' : `id: ${id}\n`}\n`)
      if ((controller.desiredSize ?? 0) > 0) return sent
      room ??= Promise.withResolvers()
      return room.promise
    }
    try {
      await write({ left: left.signal, send })
    } catch (error) {
      logger.log('error', 'An answer could not be sent to its end.', { error: describeError(error) })
      await send({ data: JSON.stringify(errorBody(500, 'internal_error', 'The answer could not be sent to its end.')) })
    }
    clearInterval(keepAlive)
    if (!left.signal.aborted) controller.close()
  }

  const body = new ReadableStream<Uint8Array>({
    start: (controller) => void run(controller),
    pull: proceed,
    cancel() {
      left.abort(clientLeft)
      proceed()
    },
  })
  context.header('Content-Type', 'text/event-stream')
  context.header('Cache-Control', 'no-cache')
  context.header('Connection', 'keep-alive')
  context.header('Transfer-Encoding', 'chunked')
  return context.newResponse(body)
}
