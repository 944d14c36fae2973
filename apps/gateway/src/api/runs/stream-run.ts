import type { Conversation } from '@hermes/conversations'
import type { Context } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import { toRunObject } from './run-object.js'
import type { RunRecord } from './run-record.js'
import { runState } from './run-state.js'
import type { RunServices } from './start-run.js'
import { toRunEvent } from './to-run-event.js'

export interface StreamRunOptions {
  /** Absent if this process does not run it: only its end is sent. */
  readonly conversation: Conversation | undefined
  /** The id of the last event that the client has. */
  readonly after: number | undefined
  /** Whether the client answers questions. */
  readonly answers: boolean
  readonly keepAliveMs?: number
}

/**
 * Streams the events of a run: from its first one or, after a lost connection, from the one after `after`. The last event holds the whole
 * run, so that a client that missed the rest still has the answer.
 */
export function streamRun(
  context: Context,
  run: RunRecord,
  services: RunServices,
  options: StreamRunOptions,
): Response {
  return streamSSE(context, async (stream) => {
    const closed = new AbortController()
    stream.onAbort(() => closed.abort())
    const keepAlive = setInterval(() => void stream.write(': keep-alive\n\n'), options.keepAliveMs ?? 15_000)
    try {
      await sendEvents(stream, run, options, closed)
      if (!closed.signal.aborted) await sendEnd(stream, run, services)
    } finally {
      clearInterval(keepAlive)
      closed.abort()
    }
  })
}

async function sendEvents(
  stream: SSEStreamingApi,
  { id: runId }: RunRecord,
  { conversation, after, answers }: StreamRunOptions,
  closed: AbortController,
): Promise<void> {
  if (!conversation) return
  const events = conversation.events({ signal: closed.signal, answers, ...(after !== undefined && { after }) })
  for await (const event of events) {
    const sent = toRunEvent(event, runId)
    if (sent) await stream.writeSSE({ id: String(event.cursor), event: sent.type, data: JSON.stringify(sent) })
    if (event.type === 'turn-done' && event.submissionId === runId) return
    if (event.type === 'unqueued' && event.id === runId && event.why !== 'turn') return
  }
}

async function sendEnd(stream: SSEStreamingApi, run: RunRecord, services: RunServices): Promise<void> {
  const stored = (await services.runs.whenSettled(run.id)) ?? run
  const state = await runState(stored, services)
  const data = { type: `run.${state.status}`, run: toRunObject(stored, state) }
  await stream.writeSSE({ event: data.type, data: JSON.stringify(data) })
}
