import type { JsonObject, JsonValue } from '@hermes/core'
import { isRecord } from '@hermes/safety'
import { listField, textField, timeField } from '../../kind.js'

export interface Scenario {
  readonly zone: string
  readonly startMs: number
  readonly endMs: number
  readonly schedulers: number
  readonly jobs: readonly ScenarioJob[]
  readonly events: readonly ScenarioEvent[]
}

export interface ScenarioJob {
  readonly id: string
  readonly schedule: string
  readonly runMs: number
}

export type ScenarioEvent = { readonly atMs: number } & (
  | { readonly do: 'stop' | 'start'; readonly scheduler?: number }
  | { readonly do: 'set-clock'; readonly toMs: number }
  | { readonly do: 'pause' | 'resume'; readonly job: string }
)

/** Parses a scenario. @throws {TypeError} when the input is not one. */
export function toScenario(input: JsonObject): Scenario {
  return {
    zone: textField(input, 'tz'),
    startMs: timeField(input, 'start'),
    endMs: timeField(input, 'end'),
    schedulers: typeof input.schedulers === 'number' ? input.schedulers : 1,
    jobs: listField(input, 'jobs').map((value) => {
      const job = toObject(value)
      const runMs = typeof job.runSeconds === 'number' ? job.runSeconds * 1000 : 0
      return { id: textField(job, 'id'), schedule: textField(job, 'schedule'), runMs }
    }),
    events: input.events === undefined ? [] : listField(input, 'events').map((value) => toEvent(toObject(value))),
  }
}

function toEvent(event: JsonObject): ScenarioEvent {
  const atMs = timeField(event, 'at')
  switch (event.do) {
    case 'stop':
    case 'start':
      return { atMs, do: event.do, ...(typeof event.scheduler === 'number' && { scheduler: event.scheduler }) }
    case 'set-clock':
      return { atMs, do: event.do, toMs: timeField(event, 'to') }
    case 'pause':
    case 'resume':
      return { atMs, do: event.do, job: textField(event, 'job') }
    default:
      throw new TypeError(`There is no event ${JSON.stringify(event.do)}.`)
  }
}

function toObject(value: JsonValue): JsonObject {
  if (isRecord(value)) return value
  throw new TypeError('Jobs and events are objects.')
}
