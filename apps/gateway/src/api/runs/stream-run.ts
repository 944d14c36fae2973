import type { Conversation } from '@hermes/conversations'
import type { Context } from 'hono'
import { type EventStream, streamEvents } from '../streams/stream-events.js'
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
}

/**
 * Streams the events of a run: from the first one or, after a lost connection, from the one after `after`. For an ended run, these are only the events
 * that are still kept. For a run of another process, they are what the store shows. The last event has the whole run, so that a client that missed the
 * rest still gets the answer.
 */
export function streamRun(
  context: Context,
  run: RunRecord,
  services: RunServices,
  options: StreamRunOptions,
): Response {
  return streamEvents(context, services, async (stream) => {
    const isFollowed = await sendElsewhere(stream, run, services)
    const conversation = runningIn(run, services)
    if (conversation) {
      await sendEvents(stream, run, { ...options, conversation })
      // A turn that lost its store, or its conversation, is continued.
      await services.runs.whenSettled(run.id)
      await sendElsewhere(stream, run, services)
    } else if (!isFollowed) await sendKept(stream, run, services, options)
    if (!stream.left.aborted) await sendEnd(stream, run, services)
  })
}

/** Sends the events of a run of another process. @returns whether there was anything to send. */
async function sendElsewhere(stream: EventStream, run: RunRecord, services: RunServices): Promise<boolean> {
  let isFollowed = false
  for await (const event of followElsewhere(run, services, stream.left)) {
    if (!isFollowed) await sendLagged(stream)
    isFollowed = true
    await stream.send({ event: event.type, data: JSON.stringify(event) })
  }
  return isFollowed
}

async function sendEvents(
  stream: EventStream,
  { id: runId }: RunRecord,
  { conversation, after, answers }: StreamRunOptions & { readonly conversation: Conversation },
): Promise<void> {
  const over = new AbortController()
  void conversation.submissionOf(runId)?.ended.then(({ status }) => {
    if (status !== 'turn') over.abort()
  })
  const signal = AbortSignal.any([stream.left, over.signal])
  const events = conversation.events({ signal, answers, ...(after !== undefined && { after }) })
  for await (const event of events) {
    const sent = toRunEvent(event, runId)
    if (sent) await send(stream, { cursor: event.cursor, event: sent })
    if (event.type === 'turn-done' && event.submissionId === runId) return
    if (event.type === 'unqueued' && event.id === runId && event.why !== 'turn') return
  }
}

async function sendKept(
  stream: EventStream,
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

async function sendLagged(stream: EventStream): Promise<void> {
  const lagged: RunEvent = { type: 'run.lagged' }
  await stream.send({ event: lagged.type, data: JSON.stringify(lagged) })
}

async function send(stream: EventStream, { cursor, event }: KeptEvent): Promise<void> {
  await stream.send({ id: String(cursor), event: event.type, data: JSON.stringify(event) })
}

async function sendEnd(stream: EventStream, run: RunRecord, services: RunServices): Promise<void> {
  const stored = (await services.runs.whenSettled(run.id)) ?? run
  const state = await runState(stored, services)
  const data: RunEvent = { type: `run.${state.status}`, run: toRunObject(stored, state) }
  await stream.send({ event: data.type, data: JSON.stringify(data) })
}
