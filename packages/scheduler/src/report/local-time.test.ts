import { afterEach, beforeEach, expect, test } from 'vitest'
import { localTime, timesOf } from './local-time.js'

const timeMs = Date.parse('2026-12-01T07:30:00Z')
const machine = process.env.TZ

beforeEach(() => {
  process.env.TZ = 'Europe/Berlin'
})
afterEach(() => {
  if (machine === undefined) delete process.env.TZ
  else process.env.TZ = machine
})

test.each([
  ['Europe/Berlin', '2026-12-01 08:30:00'],
  ['America/New_York', '2026-12-01 02:30:00 America/New_York'],
])('a time in %s is shown as %s by a machine in Berlin', (zone, shown) => {
  expect(localTime(timeMs, zone)).toBe(shown)
})

test.each([
  ['Europe/Berlin', 'Europe/Berlin', '2026-12-01 08:30:00'],
  ['America/New_York', 'Europe/Berlin', '2026-12-01 02:30:00 America/New_York'],
  ['America/New_York', 'America/New_York', '2026-12-01 02:30:00 America/New_York'],
  ['Europe/Berlin', 'America/New_York', '2026-12-01 08:30:00 Europe/Berlin'],
])('a job in %s among jobs in %s is due at %s', (own, zone, shown) => {
  const schedule = { kind: 'cron', fields: '30 2 * * *', zone: own } as const
  expect(timesOf({ schedule }, zone)(timeMs)).toBe(shown)
})

test('a job without a time of day uses the time zone of the others', () => {
  const schedule = { kind: 'interval', everyMs: 1, fromMs: 0 } as const
  expect(timesOf({ schedule }, 'UTC')(timeMs)).toBe('2026-12-01 07:30:00 UTC')
})
