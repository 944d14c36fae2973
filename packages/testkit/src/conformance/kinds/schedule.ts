import { HermesError, type JsonValue } from '@hermes/core'
import { nextTimes, parseSchedule, type Schedule } from '@hermes/scheduler'
import { type Kind, textField, timeField } from '../kind.js'

/** `{text, now, tz}`: the kind of the schedule and its next due times. */
export const schedule: Kind = async (input) => {
  const nowMs = timeField(input, 'now')
  const zone = textField(input, 'tz')
  try {
    const parsed = parseSchedule(textField(input, 'text'), { nowMs, zone })
    return { kind: parsed.kind, next: timesOf(parsed, nowMs) }
  } catch (error) {
    if (HermesError.is(error)) return { error: error.message }
    throw error
  }
}

function timesOf(parsed: Schedule, nowMs: number): JsonValue {
  const times = parsed.kind === 'once' ? [parsed.atMs] : nextTimes(parsed, nowMs, 3)
  return times.map((time) => new Date(time).toISOString())
}
