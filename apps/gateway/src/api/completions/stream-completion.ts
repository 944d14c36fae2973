import type { Submission } from '@hermes/conversations'
import { type AgentEvent, describeError, HermesError, type Logger } from '@hermes/core'
import type { Context } from 'hono'
import { errorBody } from '../request/error-response.js'
import { type EventStream, streamEvents } from '../streams/stream-events.js'
import { type Answer, answerOf } from './answer-of.js'
import type { ChunkObject, CompletionEvent } from './completion-schemas.js'
import { createEventWriter } from './event-writer.js'
import { type CompletionIdentity, toChunk, toUsageChunk } from './to-completion.js'
import { isStoreAway, storeAway } from './to-failure.js'

export interface StreamOptions {
  /** The remaining events of the turn. */
  readonly events: AsyncIterable<AgentEvent>
  readonly identity: CompletionIdentity
  readonly includeUsage: boolean
  /** Logs why the events could not be read. */
  readonly logger: Logger
  /** Whether the client is sent the model's reasoning. Default: false. */
  readonly showsReasoning?: boolean
  /** The interval of keep-alive comments, in milliseconds. Default: 15,000. */
  readonly keepAliveMs?: number
  /** Called when the client has closed the connection. */
  readonly onLeave: () => void
  /** Called when nothing more will be written. */
  readonly onEnd: () => void
}

/**
 * Reads until the user's message is stored, and returns the remaining events. Thus, once a client sees the start of an answer, its message survives a
 * crash of this process. `undefined` if the turn ends first.
 */
export async function untilStored(
  events: AsyncGenerator<AgentEvent, void, undefined>,
): Promise<AsyncIterable<AgentEvent> | undefined> {
  for (let next = await events.next(); !next.done; next = await events.next()) {
    const { value: event } = next
    if (event.type === 'message-end' && event.message.role === 'user') return events
  }
  return undefined
}

/** Streams the text of a turn as server-sent events. */
export function streamCompletion(context: Context, submission: Submission, options: StreamOptions): Response {
  const { logger, keepAliveMs, onLeave, onEnd } = options
  const writeAll = async (stream: EventStream) => {
    stream.left.addEventListener('abort', onLeave, { once: true })
    await write(stream, submission, options).finally(onEnd)
  }
  return streamEvents(context, { logger, keepAliveMs }, writeAll)
}

/** Streams a complete answer. */
export function streamAnswer(
  context: Context,
  answer: Answer,
  { identity, includeUsage, logger }: Pick<StreamOptions, 'identity' | 'includeUsage' | 'logger'>,
): Response {
  return streamEvents(context, { logger }, async (stream) => {
    const chunks = [
      toChunk(identity, { role: 'assistant', content: answer.content }),
      ...closing(identity, answer, includeUsage),
    ]
    for (const chunk of chunks) await stream.send({ data: JSON.stringify(chunk) })
    await stream.send({ data: '[DONE]' })
  })
}

async function write(stream: EventStream, submission: Submission, options: StreamOptions): Promise<void> {
  const { events, identity, includeUsage, showsReasoning = false } = options
  const send = (data: CompletionEvent) => stream.send({ data: JSON.stringify(data) })
  await send(toChunk(identity, { role: 'assistant', content: '' }))
  const toEvent = createEventWriter(identity, { showsReasoning })
  try {
    for await (const event of events) {
      const message = toEvent(event)
      if (message) await stream.send(message)
    }
  } catch (error) {
    if (!HermesError.is(error)) throw error
    options.logger.log('error', 'The events of an answer could not be read.', { error: describeError(error) })
    const { code, message } = isStoreAway(error) ? storeAway : { code: error.code, message: describeError(error) }
    return send(errorBody(503, code, message))
  }
  const answer = answerOf(await submission.ended)
  const last =
    'status' in answer
      ? [errorBody(answer.status, answer.code, answer.message)]
      : closing(identity, answer, includeUsage)
  for (const data of last) await send(data)
  await stream.send({ data: '[DONE]' })
}

function closing(
  identity: CompletionIdentity,
  { finishReason, usage }: Answer,
  includeUsage: boolean,
): readonly ChunkObject[] {
  const last = toChunk(identity, {}, finishReason)
  return includeUsage ? [last, toUsageChunk(identity, usage)] : [last]
}
