import type { AgentEvent, Run, RunResult } from '@hermes/core'
import type { Context } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import { errorBody } from '../error-response.js'
import {
  type CompletionIdentity,
  finishReasonOf,
  toChunk,
  toCompressionChunk,
  toProgressChunk,
  toUsageChunk,
} from './to-completion.js'
import { toFailure } from './to-failure.js'

export interface StreamOptions {
  /** What is left of the run's. */
  readonly events: AsyncIterable<AgentEvent>
  readonly identity: CompletionIdentity
  readonly includeUsage: boolean
  /** Resolves when nothing more will be written. */
  readonly onEnd: () => void
}

/**
 * Reads up to the moment at which what the user said is stored, and gives what comes after it: a client that sees an answer
 * begin may take its message for kept, however this process ends. `undefined` when the turn ends before.
 */
export async function untilStored(run: Run): Promise<AsyncIterable<AgentEvent> | undefined> {
  const events = run[Symbol.asyncIterator]()
  for (let next = await events.next(); !next.done; next = await events.next()) {
    const { value: event } = next
    if (event.type === 'message-end' && event.message.role === 'user') return { [Symbol.asyncIterator]: () => events }
  }
  return undefined
}

/** Streams the text of a run as server-sent events; a client that leaves ends the turn. */
export function streamCompletion(context: Context, run: Run, options: StreamOptions): Response {
  return streamSSE(
    context,
    async (stream) => {
      stream.onAbort(() => run.interrupt('The client closed the connection.'))
      try {
        await write(stream, run, options)
      } finally {
        options.onEnd()
      }
    },
    async () => options.onEnd(),
  )
}

async function write(stream: SSEStreamingApi, run: Run, options: StreamOptions): Promise<void> {
  const { events, identity, includeUsage } = options
  const send = (data: object) => stream.writeSSE({ data: JSON.stringify(data) })
  await send(toChunk(identity, { role: 'assistant', content: '' }))
  const toEvent = createEventWriter(identity)
  for await (const event of events) {
    const message = toEvent(event)
    if (message) await stream.writeSSE(message)
  }
  const result = await run.result
  for (const data of closing(identity, result, includeUsage)) await send(data)
  await stream.writeSSE({ data: '[DONE]' })
}

function closing(identity: CompletionIdentity, result: RunResult, includeUsage: boolean): readonly object[] {
  const failure = toFailure(result.outcome)
  if (failure) return [errorBody(failure.status, failure.code, failure.message)]
  const last = toChunk(identity, {}, finishReasonOf(result))
  return includeUsage ? [last, toUsageChunk(identity, result.usage)] : [last]
}

/**
 * Text goes out as content. A tool call is a chunk without a choice, under an event name of its own: clients that do not
 * know it read past it. What the model says before and after its tools is kept apart by an empty line.
 */
function createEventWriter(identity: CompletionIdentity) {
  let hasText = false
  let needsBreak = false
  return (event: AgentEvent): { readonly event?: string; readonly data: string } | undefined => {
    switch (event.type) {
      case 'text-delta': {
        const content = needsBreak ? `\n\n${event.text}` : event.text
        hasText = true
        needsBreak = false
        return { data: JSON.stringify(toChunk(identity, { content })) }
      }
      case 'tool-start':
      case 'tool-end':
        needsBreak = hasText
        return { event: 'hermes.tool.progress', data: JSON.stringify(toProgressChunk(identity, event)) }
      case 'compression-start':
      case 'compression-end':
        return { event: 'hermes.compression', data: JSON.stringify(toCompressionChunk(identity, event)) }
      default:
        return undefined
    }
  }
}
