import type { JsonObject } from '@hermes/core'
import { nextTimes, parseSchedule } from '@hermes/scheduler'
import * as fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { fire } from './fire.js'

const day = '2026-01-01'
const at = (time: string) => `${day}T${time}Z`

interface Fired {
  readonly job: string
  readonly dueAt: string
  readonly startedAt: string
  readonly endedAt: string
}

async function run(input: JsonObject) {
  const { runs, deliveries } = Object(await fire({ tz: 'UTC', start: at('00:00:30'), end: at('01:00:30'), ...input }))
  return { runs: runs as readonly Fired[], deliveries: deliveries as readonly { job: string; dueAt: string }[] }
}

const short = (times: readonly { readonly dueAt: string; readonly startedAt: string }[]) =>
  times.map(({ dueAt, startedAt }) => `${dueAt.slice(11, 16)} at ${startedAt.slice(11, 19)}`)

test('fires at the due times, and delivers each result', async () => {
  const { runs, deliveries } = await run({
    jobs: [
      { id: 'a', schedule: '*/20 * * * *', runSeconds: 60 },
      { id: 'b', schedule: '30m' },
    ],
  })
  expect(runs.map(({ job }) => job)).toEqual(['a', 'b', 'a', 'a'])
  expect(short(runs)).toEqual(['00:20 at 00:20:00', '00:30 at 00:30:30', '00:40 at 00:40:00', '01:00 at 01:00:00'])
  expect(deliveries.map(({ job, dueAt }) => [job, dueAt])).toEqual(runs.map(({ job, dueAt }) => [job, dueAt]))
})

test('makes up for missed times by one run, even for a single due time', async () => {
  const { runs } = await run({
    jobs: [
      { id: 'a', schedule: '*/10 * * * *' },
      { id: 'b', schedule: at('00:15:00') },
    ],
    events: [
      { at: at('00:12:00'), do: 'stop' },
      { at: at('00:47:00'), do: 'start' },
    ],
  })
  expect(short(runs).toSorted()).toEqual([
    '00:10 at 00:10:00',
    '00:15 at 00:47:00',
    '00:40 at 00:47:00',
    '00:50 at 00:50:00',
    '01:00 at 01:00:00',
  ])
})

test('does not start a job that is still running, and merges due times in between into one run', async () => {
  const { runs } = await run({ jobs: [{ id: 'a', schedule: '*/5 * * * *', runSeconds: 17 * 60 }] })
  expect(short(runs)).toEqual(['00:05 at 00:05:00', '00:20 at 00:22:00', '00:35 at 00:39:00', '00:55 at 00:56:00'])
})

test.each([
  [
    'ahead',
    at('00:32:00'),
    at('00:52:00'),
    ['00:10 at 00:10:00', '00:20 at 00:20:00', '00:30 at 00:30:00', '00:50 at 00:52:00', '01:00 at 01:00:00'],
  ],
  [
    'back',
    at('00:32:00'),
    at('00:12:00'),
    [
      '00:10 at 00:10:00',
      '00:20 at 00:20:00',
      '00:30 at 00:30:00',
      '00:40 at 00:40:00',
      '00:50 at 00:50:00',
      '01:00 at 01:00:00',
    ],
  ],
])('fires each time once when the clock is set %s', async (_, from, to, times) => {
  const { runs } = await run({
    jobs: [{ id: 'a', schedule: '*/10 * * * *' }],
    events: [{ at: from, do: 'set-clock', to }],
  })
  expect(short(runs)).toEqual(times)
})

test('pausing and resuming causes no burst', async () => {
  const { runs } = await run({
    jobs: [{ id: 'a', schedule: '*/10 * * * *' }],
    events: [
      { at: at('00:12:00'), do: 'pause', job: 'a' },
      { at: at('00:44:00'), do: 'resume', job: 'a' },
    ],
  })
  expect(short(runs)).toEqual(['00:10 at 00:10:00', '00:50 at 00:50:00', '01:00 at 01:00:00'])
})

test('starves no job among 500 due in the same minute', async () => {
  const jobs = Array.from({ length: 500 }, (_, index) => ({ id: `${index}`, schedule: '*/2 * * * *', runSeconds: 5 }))
  const { runs } = await run({ jobs, end: at('00:04:30'), schedulers: 2 })
  expect(new Set(runs.map(({ job, dueAt }) => `${job} ${dueAt}`)).size).toBe(1000)
  expect(runs).toHaveLength(1000)
}, 60_000)

const event = fc.record({
  second: fc.integer({ min: 31, max: 3600 }),
  do: fc.constantFrom('stop', 'start'),
  scheduler: fc.integer({ min: 0, max: 2 }),
})

test('through any stops and starts, a due time fires once, on time if a scheduler runs, and runs of a job do not overlap', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { maxLength: 8 }),
      fc.integer({ min: 0, max: 400 }),
      async (chosen, runSeconds) => {
        const events = chosen
          .toSorted((one, other) => one.second - other.second)
          .map(({ second, ...rest }) => ({
            ...rest,
            at: new Date(Date.parse(at('00:00:00')) + second * 1000).toISOString(),
          }))
        const { runs, deliveries } = await run({
          schedulers: 3,
          jobs: [{ id: 'a', schedule: '*/5 * * * *', runSeconds }],
          events,
        })
        const schedule = parseSchedule('*/5 * * * *', { nowMs: Date.parse(at('00:00:30')), zone: 'UTC' })
        const due = nextTimes(schedule, Date.parse(at('00:00:30')), 12).map((time) => new Date(time).toISOString())
        const fired = runs.map(({ dueAt }) => dueAt)
        expect(new Set(fired).size).toBe(fired.length)
        expect(fired.filter((time) => !due.includes(time))).toEqual([])
        expect(deliveries.map(({ dueAt }) => dueAt)).toEqual(fired)
        for (const [index, { startedAt }] of runs.entries())
          expect(startedAt >= (runs[index - 1]?.endedAt ?? '')).toBe(true)
      },
    ),
    { numRuns: 6 * inject('effort') },
  )
}, 120_000)
