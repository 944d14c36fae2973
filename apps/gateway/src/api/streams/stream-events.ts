import { describeError, InterruptError, type Logger } from '@hermes/core'
import type { Context } from 'hono'
import { errorBody } from '../request/error-response.js'

export interface ServerSentEvent {
  /** Default: `message`, as readers call it. */
  readonly event?: string
  readonly id?: string
  /** Without line breaks, as `JSON.stringify` makes it. */
  readonly data: string
}

export interface EventStream {
  /** Aborted when the client has closed the connection. */
  readonly left: AbortSignal
  /** Resolves when the client can take more. Without effect when it has left. */
  send(event: ServerSentEvent): Promise<void>
}

export interface StreamEventsOptions {
  /** Learns why the events ended early. */
  readonly logger: Logger
  /** The interval of comments that keep the connection alive, in milliseconds. Default 15,000. */
  readonly keepAliveMs?: number | undefined
}

/** One for all: an abort without a reason makes an error with a stack. */
const clientLeft = new InterruptError('The client closed the connection.')
const sent = Promise.resolve()
const encoder = new TextEncoder()

/**
 * Answers with server-sent events: those that `write` sends until it resolves. If it throws, the last one is an error in the form of OpenAI's API,
 * and the log says why. Unlike in `streamSSE` of Hono, an event passes through one stream instead of three: an answer that grows has many.
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
    // A comment, which all readers of event streams skip. Proxies close connections that are silent for long.
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
