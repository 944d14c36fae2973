import { HermesError } from '@hermes/core'
import type { Context } from 'hono'
import { endOf } from '../runs/elsewhere/require-end.js'
import type { RunEvent } from '../runs/events/run-event-schema.js'
import { toTurnEvent } from '../runs/events/to-run-event.js'
import { toRunObject } from '../runs/run-object.js'
import { runState } from '../runs/start/run-state.js'
import type { LiveRun, RunServices } from '../runs/start/start-run.js'
import { streamEvents } from '../streams/stream-events.js'

/** Streams a run from its first event. The first event and the last one have the run. */
export function streamChat(context: Context, live: LiveRun, services: RunServices): Response {
  return streamEvents(context, services, async (stream) => {
    const send = (event: RunEvent) => stream.send({ event: event.type, data: JSON.stringify(event) })
    await send({ type: 'run.started', run: toRunObject(live.record, await runState(live.record, services)) })
    await sendTurn(live, send)
    const ended = await endOf({ live }, services, stream.left)
    const state = ended ? { status: ended.end.status, end: ended.end } : await runState(live.record, services)
    await send({ type: `run.${state.status}`, run: toRunObject(live.record, state) })
  })
}

async function sendTurn({ events }: LiveRun, send: (event: RunEvent) => Promise<void>): Promise<void> {
  if (!events) return
  try {
    for await (const event of events) {
      const sent = toTurnEvent(event)
      if (sent) await send(sent)
    }
  } catch (error) {
    // The last event has the whole answer, even for a client that read too slowly.
    if (!HermesError.is(error)) throw error
    await send({ type: 'run.lagged' })
  }
}
