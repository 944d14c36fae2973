import type { AgentEvent } from '@hermes/core'
import type { Context } from 'hono'
import { outputItems } from '../runs/output/output-items.js'
import type { RunEnd, RunRecord } from '../runs/record/run-record.js'
import type { RunServices } from '../runs/start/start-run.js'
import { streamEvents } from '../streams/stream-events.js'
import type { ResponseEvent } from './response-event-schema.js'
import { ResponseEvents } from './response-events.js'
import { toResponseObject } from './response-object.js'

export interface StreamedResponse {
  readonly record: RunRecord
  /** The events of the turn. Absent for a repetition, whose texts are sent once the turn has ended. */
  readonly events?: AsyncIterable<AgentEvent> | undefined
  /** Resolves to `undefined` when another process continues the run. */
  readonly whenEnded: () => Promise<RunEnd | undefined>
}

/** Streams a response as events of OpenAI's API. */
export function streamResponse(
  context: Context,
  run: StreamedResponse,
  { modelName: model, logger }: Pick<RunServices, 'modelName' | 'logger'>,
): Response {
  return streamEvents(context, { logger }, async (stream) => {
    let sequence = 0
    const send = ({ type, ...fields }: ResponseEvent) =>
      stream.send({ event: type, data: JSON.stringify({ type, sequence_number: sequence++, ...fields }) })
    const response = toResponseObject(run.record, { status: 'running' }, model)
    await send({ type: 'response.created', response })
    await send({ type: 'response.in_progress', response })
    const events = new ResponseEvents(run.record)
    for await (const event of run.events ?? []) for (const sent of events.of(event)) await send(sent)
    const end = (await run.whenEnded()) ?? elsewhere()
    for (const sent of events.end(outputItems(run.record, end))) await send(sent)
    await send({
      type: lastEvents[end.status],
      response: toResponseObject(run.record, { status: end.status, end }, model),
    })
  })
}

const lastEvents = {
  completed: 'response.completed',
  incomplete: 'response.incomplete',
  failed: 'response.failed',
  // OpenAI's streams have no event for a canceled response.
  cancelled: 'response.failed',
} as const satisfies Record<RunEnd['status'], string>

function elsewhere(): RunEnd {
  const error = { status: 503, code: 'taken_elsewhere', message: 'Another gateway answers this request: retrieve it.' }
  return { atMs: Date.now(), status: 'failed', texts: [], error }
}
