import { HermesError } from '@hermes/core'
import { describe, expect, test } from 'vitest'
import { parseSchedule } from './parse-schedule.js'
import type { Schedule } from './schedule.js'

const zone = 'America/New_York'
const nowMs = Date.parse('2026-03-08T05:30:00Z')
const parse = (text: string): Schedule => parseSchedule(text, { nowMs, zone })
const once = (time: string): Schedule => ({ kind: 'once', atMs: Date.parse(time) })
const every = (minutes: number): Schedule => ({ kind: 'interval', everyMs: minutes * 60_000, fromMs: nowMs })
const cron = (fields: string): Schedule => ({ kind: 'cron', fields, zone })

test.each<[string, Schedule]>([
  ['30m', once('2026-03-08T06:00:00Z')],
  ['in 2h', once('2026-03-08T07:30:00Z')],
  ['2 days', once('2026-03-10T05:30:00Z')],
  ['1h 30m', once('2026-03-08T07:00:00Z')],
  ['In 10 Minutes', once('2026-03-08T05:40:00Z')],
  ['2026-03-09T09:00', once('2026-03-09T13:00:00Z')],
  ['2026-03-09 09:00:30', once('2026-03-09T13:00:30Z')],
  ['2026-03-10', once('2026-03-10T04:00:00Z')],
  ['2026-03-09T09:00Z', once('2026-03-09T09:00:00Z')],
  ['2026-03-09T09:00:00+05:30', once('2026-03-09T03:30:00Z')],
  ['2026-03-08T02:30', once('2026-03-08T07:00:00Z')],
  ['2026-11-01T01:30', once('2026-11-01T05:30:00Z')],
  ['every 30m', every(30)],
  ['every 2 hours', every(120)],
  ['every hour', every(60)],
  ['every  1d', every(1440)],
  ['every monday 9am', cron('0 9 * * 1')],
  ['every mon, wed and fri at 14:30', cron('30 14 * * 1,3,5')],
  ['weekdays at 8:15', cron('15 8 * * 1-5')],
  ['every day at midnight', cron('0 0 * * *')],
  ['Daily at 12am', cron('0 0 * * *')],
  ['weekends 12pm', cron('0 12 * * 0,6')],
  ['every weekend at midday', cron('0 12 * * 0,6')],
  ['everyday 7', cron('0 7 * * *')],
  ['mondays, mon and tues at 9', cron('0 9 * * 1,2')],
  ['in 30 minutes', once('2026-03-08T06:00:00Z')],
  ['every weekday at 9', cron('0 9 * * 1-5')],
  ['every monday and friday at 9', cron('0 9 * * 1,5')],
  ['the first of each month at 8:00', cron('0 8 1 * *')],
  ['fifth of the month at noon', cron('0 12 5 * *')],
  ['the 31st of each month 8:00', cron('0 8 31 * *')],
  ['Every 15th of the month at 6 pm', cron('0 18 15 * *')],
  ['on the last day of every month 23:30', cron('30 23 L * *')],
  ['tomorrow at 9am', once('2026-03-09T13:00:00Z')],
  ['today 18:30', once('2026-03-08T22:30:00Z')],
  ['today at 2:30', once('2026-03-08T07:00:00Z')],
  ['0 9 * * MON-FRI', cron('0 9 * * MON-FRI')],
  ['@daily', cron('@daily')],
])('reads "%s"', (text, schedule) => {
  expect(parse(text)).toEqual(schedule)
})

test.each([
  [0, 'sun sunday sundays'],
  [1, 'mon monday mondays'],
  [2, 'tue tues tuesday tuesdays'],
  [3, 'wed weds wednesday wednesdays'],
  [4, 'thu thur thurs thursday thursdays'],
  [5, 'fri friday fridays'],
  [6, 'sat saturday saturdays'],
])('the day %i of the week has the names %s', (day, names) => {
  for (const name of names.split(' ')) expect(parse(`every ${name} 9am`)).toEqual(cron(`0 9 * * ${day}`))
})

test.each([
  ['the day of the zone, not of UTC', '2026-03-08T03:30:00Z', '2026-03-08T13:00:00Z'],
  ['the next month', '2026-01-31T12:00:00Z', '2026-02-01T14:00:00Z'],
  ['the next year', '2026-12-31T12:00:00Z', '2027-01-01T14:00:00Z'],
])('tomorrow follows %s', (_, now, time) => {
  expect(parseSchedule('tomorrow at 9am', { nowMs: Date.parse(now), zone })).toEqual(once(time))
})

test.each([
  '',
  'soon',
  'every',
  'every soon',
  'every 0m',
  '0m',
  '-5m',
  '30s',
  '1.5h',
  'every monday',
  'tomorrow',
  'tomorrow at 25:00',
  'today at 0:15',
  'the first of each month',
  'the 32nd of each month at 8:00',
  'the green of each month at 8:00',
  'every monday 25:00',
  'every monday 13pm',
  '2026-03-08T00:00Z',
  '2026-02-30T09:00',
  '2027-01-01T24:00',
  '2027-01-01T09:00+99',
  '99999999999d',
  '* * * *',
  '* * * * * *',
  '60 * * * *',
  '*/0 * * * *',
  '0 9 * * 8',
  '0 0 30 2 *',
  '@reboot',
])('refuses "%s"', (text) => {
  expect(() => parse(text)).toThrow(expect.objectContaining({ code: 'schedule/invalid' }))
})

describe('an unknown time zone', () => {
  test.each(['30m', '0 9 * * *'])('is refused with "%s"', (text) => {
    expect(() => parseSchedule(text, { nowMs, zone: 'Mars/Olympus' })).toThrow(/"Mars\/Olympus" is no time zone/)
  })
})

test('an error names the text on one line, shortened', () => {
  const error = (() => {
    try {
      return parse(`one\ntwo ${'x'.repeat(1000)}`)
    } catch (thrown) {
      return thrown
    }
  })()
  if (!HermesError.is(error)) throw error
  expect(error.message.length).toBeLessThan(250)
  expect(error.message).not.toContain('\n')
})
