import { HermesError } from '@hermes/core'

/** The heartbeat that `/heartbeat` sets. */
export interface Heartbeat {
  /** The schedule in the format of jobs, such as `every 30m`. */
  readonly schedule: string
  readonly everyMs: number
  readonly prompt: string
}

const minuteMs = 60_000
const unitMs: Readonly<Record<string, number>> = {
  s: 1000,
  m: minuteMs,
  h: 60 * minuteMs,
  d: 1440 * minuteMs,
  w: 10_080 * minuteMs,
}
const part = String.raw`\d{1,9} ?(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)(?![a-z])`
const whole = new RegExp(String.raw`^every ((?:${part})(?: ?${part})*|minute|hour|day|week)\s+(\S.*)$`, 'is')

/**
 * Parses `every 30m check the build`.
 * @throws {HermesError} `schedule/invalid` for anything else, and for less than a minute.
 */
export function parseHeartbeat(text: string): Heartbeat {
  const [, duration = '', prompt = ''] = whole.exec(text.trim()) ?? []
  if (prompt === '')
    throw new HermesError('schedule/invalid', 'Say how often, and what to do: /heartbeat every 30m check the build.')
  let everyMs = 0
  for (const [, count = '1', unit = ''] of duration.toLowerCase().matchAll(/(\d{1,9} ?)?([smhdw])[a-z]*/g)) {
    everyMs += Number(count) * (unitMs[unit] ?? 0)
  }
  if (everyMs < minuteMs || everyMs % minuteMs !== 0) {
    throw new HermesError(
      'schedule/invalid',
      'A heartbeat comes every so many whole minutes, at least one: /heartbeat every 1m check the build.',
    )
  }
  // Schedules have no seconds.
  const hasSeconds = /\d ?s/i.test(duration)
  return { schedule: `every ${hasSeconds ? `${everyMs / minuteMs}m` : duration}`, everyMs, prompt }
}
