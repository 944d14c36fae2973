import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { dueTimesOf } from './due-times.js'
import { nextTimes } from './next-times.js'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const cron = (fields: string, zone: string) => ({ kind: 'cron', fields, zone }) as const
const utc = (times: readonly number[]) => times.map((time) => new Date(time).toISOString().slice(0, 16))

test.each([
  // The clocks of New York skip 02:00 to 03:00 at 07:00Z.
  ['30 2 * * *', '2026-03-08T05:00Z', ['2026-03-08T07:00', '2026-03-09T06:30']],
  ['0,30 2 * * *', '2026-03-08T05:00Z', ['2026-03-08T07:00', '2026-03-09T06:00']],
  ['0 2,3 * * *', '2026-03-08T05:00Z', ['2026-03-08T07:00', '2026-03-09T06:00']],
  ['0 * * * *', '2026-03-08T05:30Z', ['2026-03-08T06:00', '2026-03-08T07:00', '2026-03-08T08:00']],
  ['*/30 * * * *', '2026-03-08T06:00Z', ['2026-03-08T06:30', '2026-03-08T07:00', '2026-03-08T07:30']],
  // They repeat 01:00 to 02:00 at 06:00Z.
  ['30 1 * * *', '2026-11-01T04:00Z', ['2026-11-01T05:30', '2026-11-02T06:30']],
  ['30 1 * * *', '2026-11-01T06:10Z', ['2026-11-02T06:30']],
  ['0 * * * *', '2026-11-01T04:30Z', ['2026-11-01T05:00', '2026-11-01T06:00', '2026-11-01T07:00']],
  ['*/30 * * * *', '2026-11-01T05:00Z', ['2026-11-01T05:30', '2026-11-01T06:00', '2026-11-01T06:30']],
])('"%s" in New York after %s', (fields, after, times) => {
  expect(utc(nextTimes(cron(fields, 'America/New_York'), Date.parse(after), times.length))).toEqual(times)
})

test('an interval keeps its grid through clock changes and late starts', () => {
  const fromMs = Date.parse('2026-03-08T05:10Z')
  const interval = { kind: 'interval', everyMs: 2 * hourMs, fromMs } as const
  expect(utc(nextTimes(interval, fromMs, 2))).toEqual(['2026-03-08T07:10', '2026-03-08T09:10'])
  expect(utc(nextTimes(interval, fromMs + 5 * hourMs, 1))).toEqual(['2026-03-08T11:10'])
  expect(utc(nextTimes(interval, fromMs - dayMs, 1))).toEqual(['2026-03-08T07:10'])
})

test('finds the latest of the missed times, even after years', () => {
  const afterMs = Date.parse('2020-01-01T00:00Z')
  const untilMs = Date.parse('2026-03-08T05:00:30Z')
  const latest = (fields: string) => dueTimesOf(cron(fields, 'UTC')).latest(afterMs, untilMs)
  expect(utc([latest('* * * * *') ?? 0, latest('0 9 1 1 *') ?? 0])).toEqual(['2026-03-08T05:00', '2026-01-01T09:00'])
  expect(dueTimesOf(cron('0 9 1 1 *', 'UTC')).latest(untilMs, untilMs + dayMs)).toBeUndefined()
})

/** Clock changes in zones with unusual rules. */
const changes: readonly (readonly [zone: string, at: string])[] = [
  ['Europe/Berlin', '2026-03-29T01:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00Z'],
  ['America/Santiago', '2026-09-06T04:00Z'],
  ['America/Santiago', '2026-04-05T03:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00Z'],
  ['Asia/Beirut', '2026-03-28T22:00Z'],
  ['Africa/Casablanca', '2026-02-15T02:00Z'],
  ['Asia/Kathmandu', '2026-06-01T00:00Z'],
]
const field = (most: number) =>
  fc.oneof(
    fc.constant('*'),
    fc.integer({ min: 1, max: most }).map((step) => `*/${step}`),
    fc.uniqueArray(fc.integer({ min: 0, max: most }), { minLength: 1, maxLength: 3 }).map((values) => values.join(',')),
  )

test('agrees with a walk over every minute around clock changes', () => {
  fc.assert(
    fc.property(fc.constantFrom(...changes), field(59), field(5), ([zone, at], minute, hour) => {
      const [beginMs, endMs] = [Date.parse(at) - 6 * hourMs, Date.parse(at) + 6 * hourMs]
      const due = dueTimesOf(cron(`${minute} ${hour} * * *`, zone))
      const found: number[] = []
      for (let time = due.after(beginMs); time !== undefined && time <= endMs; time = due.after(time)) found.push(time)
      expect(utc(found)).toEqual(utc(walk({ minute, hour, zone, beginMs, endMs })))
    }),
    { numRuns: 150 },
  )
}, 60_000)

interface Walk {
  readonly minute: string
  readonly hour: string
  readonly zone: string
  readonly beginMs: number
  readonly endMs: number
}

/** Returns the due times by the rules, derived only from the local time of every minute. */
function walk({ minute, hour, zone, beginMs, endMs }: Walk): readonly number[] {
  const clock = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  const localOf = (time: number) => Date.parse(`${clock.format(time).replace(' ', 'T')}Z`)
  const matches = (local: number) => {
    const date = new Date(local)
    return isIn(minute, date.getUTCMinutes()) && isIn(hour, date.getUTCHours())
  }
  const isFixed = !`${minute}${hour}`.includes('*')
  const times: number[] = []
  let furthest = localOf(beginMs)
  for (let time = beginMs + minuteMs; time <= endMs; time += minuteMs) {
    const local = localOf(time)
    if (!isFixed && matches(local)) times.push(time)
    // Checks every local minute since the furthest one: a gap has several, and a repeated time none.
    for (let due = false; isFixed && furthest < local; ) {
      furthest += minuteMs
      if (matches(furthest) && !due) due = times.push(time) > 0
    }
  }
  return times
}

function isIn(field: string, value: number): boolean {
  if (field.startsWith('*')) return value % Number(field.slice(2) || 1) === 0
  return field.split(',').map(Number).includes(value)
}
