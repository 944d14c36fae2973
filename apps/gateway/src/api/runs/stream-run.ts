import type { Conversation } from '@hermes/conversations'
import type { Context } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import { followElsewhere } from './elsewhere/follow-elsewhere.js'
import type { RunEvent } from './events/run-event-schema.js'
import type { KeptEvent } from './events/run-journals.js'
import { toRunEvent } from './events/to-run-event.js'
import type { RunRecord } from './record/run-record.js'
import { toRunObject } from './run-object.js'
import { runningIn, runState } from './start/run-state.js'
import type { RunServices } from './start/start-run.js'

export interface StreamRunOptions {
  /** The id of the last event that the client has. */
  readonly after: number | undefined
  /** Whether the client answers questions. */
  readonly answers: boolean
  readonly keepAliveMs?: number
}

/**
 * Streams the events of a run: from its first one or, after a lost connection, from the one after `after`. Of an ended run, only those that
 * are still here; of one that another process runs, those that the store shows. The last event holds the whole run, so that a client that
 * missed the rest still has the answer.
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
      const isFollowed = await sendElsewhere(stream, run, services, closed.signal)
      const conversation = runningIn(run, services)
      if (conversation) {
        await sendEvents(stream, run, { ...options, conversation }, closed.signal)
        // A turn that lost its store, or its conversation, is continued.
        await services.runs.whenSettled(run.id)
        await sendElsewhere(stream, run, services, closed.signal)
      } else if (!isFollowed) await sendKept(stream, run, services, options)
      if (!closed.signal.aborted) await sendEnd(stream, run, services)
    } finally {
      clearInterval(keepAlive)
      closed.abort()
    }
  })
}

/** @returns whether there was anything to send. */
async function sendElsewhere(
  stream: SSEStreamingApi,
  run: RunRecord,
  services: RunServices,
  closed: AbortSignal,
): Promise<boolean> {
  let isFollowed = false
  for await (const event of followElsewhere(run, services, closed)) {
    if (!isFollowed) await sendLagged(stream)
    isFollowed = true
    await stream.writeSSE({ event: event.type, data: JSON.stringify(event) })
  }
  return isFollowed
}

async function sendEvents(
  stream: SSEStreamingApi,
  { id: runId }: RunRecord,
  { conversation, after, answers }: StreamRunOptions & { readonly conversation: Conversation },
  closed: AbortSignal,
): Promise<void> {
  const over = new AbortController()
  void conversation.submissionOf(runId)?.ended.then(({ status }) => {
    if (status !== 'turn') over.abort()
  })
  const signal = AbortSignal.any([closed, over.signal])
  const events = conversation.events({ signal, answers, ...(after !== undefined && { after }) })
  for await (const event of events) {
    const sent = toRunEvent(event, runId)
    if (sent) await send(stream, { cursor: event.cursor, event: sent })
    if (event.type === 'turn-done' && event.submissionId === runId) return
    if (event.type === 'unqueued' && event.id === runId && event.why !== 'turn') return
  }
}

async function sendKept(
  stream: SSEStreamingApi,
  { id }: RunRecord,
  { journals, runs }: RunServices,
  { after }: StreamRunOptions,
): Promise<void> {
  // The journal has the last events of a turn a moment after it.
  await runs.whenSettled(id)
  const { events, isCut } = journals.of(id)?.after(after) ?? { events: [], isCut: true }
  if (isCut) await sendLagged(stream)
  for (const event of events) await send(stream, event)
}

async function sendLagged(stream: SSEStreamingApi): Promise<void> {
  const lagged: RunEvent = { type: 'run.lagged' }
  await stream.writeSSE({ event: lagged.type, data: JSON.stringify(lagged) })
}

async function send(stream: SSEStreamingApi, { cursor, event }: KeptEvent): Promise<void> {
  await stream.writeSSE({ id: String(cursor), event: event.type, data: JSON.stringify(event) })
}

async function sendEnd(stream: SSEStreamingApi, run: RunRecord, services: RunServices): Promise<void> {
  const stored = (await services.runs.whenSettled(run.id)) ?? run
  const state = await runState(stored, services)
  const data: RunEvent = { type: `run.${state.status}`, run: toRunObject(stored, state) }
  await stream.writeSSE({ event: data.type, data: JSON.stringify(data) })
}
