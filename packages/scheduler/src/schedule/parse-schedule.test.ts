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
  ['every day at 9am and 5pm', cron('0 9,17 * * *')],
  ['9am and 5pm every day', cron('0 9,17 * * *')],
  ['at 8:30, 12:30 and 17:30 on weekdays', cron('30 8,12,17 * * 1-5')],
  ['9am on the first of every month', cron('0 9 1 * *')],
  ['9am daily', cron('0 9 * * *')],
  ['mon,wed at 9', cron('0 9 * * 1,3')],
  ['every night at midnight', cron('0 0 * * *')],
  ['first monday of the month at 9', cron('0 9 * * 1#1')],
  ['the last friday of each month at 5pm', cron('0 17 * * 5#L')],
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
  ['hourly', cron('0 * * * *')],
  ['daily', cron('0 0 * * *')],
  ['weekly', cron('0 0 * * 0')],
  ['Monthly', cron('0 0 1 * *')],
  ['yearly', cron('0 0 1 1 *')],
  ['at 5pm', once('2026-03-08T21:00:00Z')],
  ['17:30', once('2026-03-08T21:30:00Z')],
  ['at 0:15', once('2026-03-09T04:15:00Z')],
  ['noon', once('2026-03-08T16:00:00Z')],
  ['next monday at 9am', once('2026-03-09T13:00:00Z')],
  ['next sunday at 9:00', once('2026-03-15T13:00:00Z')],
  ['sunday of next week at 9:00', once('2026-03-15T13:00:00Z')],
  ['monday of next week at 9:00', once('2026-03-09T13:00:00Z')],
  ['the day after tomorrow at noon', once('2026-03-10T16:00:00Z')],
  ['tomorrow morning at 8', once('2026-03-09T12:00:00Z')],
  ['this evening at 7:30', once('2026-03-08T23:30:00Z')],
  ['tonight at 10', once('2026-03-09T02:00:00Z')],
  ['every morning at 8', cron('0 8 * * *')],
  ['every afternoon at 3:15', cron('15 15 * * *')],
  ['every evening at 8pm', cron('0 20 * * *')],
  ['every night at 11', cron('0 23 * * *')],
  ['每天上午9点', cron('0 9 * * *')],
  ['每天早上八点半', cron('30 8 * * *')],
  ['每天 17：30', cron('30 17 * * *')],
  ['每日晚上十点一刻', cron('15 22 * * *')],
  ['每天八点零五分', cron('5 8 * * *')],
  ['每天中午', cron('0 12 * * *')],
  ['每周一9点', cron('0 9 * * 1')],
  ['每星期天下午3点', cron('0 15 * * 0')],
  ['每周一、三和周五9点', cron('0 9 * * 1,3,5')],
  ['每周一三五上午9点', cron('0 9 * * 1,3,5')],
  ['每周一三点', cron('0 3 * * 1')],
  ['每天9点和18点', cron('0 9,18 * * *')],
  ['每天晚上十二点', cron('0 0 * * *')],
  ['每周五到周日20点', cron('0 20 * * 5,6,0')],
  ['每个工作日上午9点', cron('0 9 * * 1-5')],
  ['工作日9点', cron('0 9 * * 1-5')],
  ['每周末10点', cron('0 10 * * 0,6')],
  ['每月15号8点', cron('0 8 15 * *')],
  ['每月最后一天23点', cron('0 23 L * *')],
  ['每小时', every(60)],
  ['每半小时', every(30)],
  ['每隔30分钟', every(30)],
  ['每两个小时', every(120)],
  ['30分钟后', once('2026-03-08T06:00:00Z')],
  ['两小时后', once('2026-03-08T07:30:00Z')],
  ['半个小时后', once('2026-03-08T06:00:00Z')],
  ['今晚8点', once('2026-03-09T00:00:00Z')],
  ['明天下午3点', once('2026-03-09T19:00:00Z')],
  ['后天9点', once('2026-03-10T13:00:00Z')],
  ['下周一9点', once('2026-03-09T13:00:00Z')],
  ['下周日9点', once('2026-03-15T13:00:00Z')],
  ['下午5点', once('2026-03-08T21:00:00Z')],
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
  'at 5',
  '17',
  'every morning at 9pm',
  'every night at 12',
  'every day at 9am and 5:30pm',
  'every other tuesday at noon',
  'sixth monday of the month at 9',
  'first green of the month at 9',
  '今天9点和18点',
  'every night at 2',
  'next soon at 9:00',
  'this 9:00',
  '很快',
  '每隔一天',
  '每隔两天9点',
  '每天9点以后',
  '每天25点',
  '上午12点',
  '晚上12点',
  '周一9点',
  '每周八9点',
  '每月32号9点',
  '半天后',
])('refuses "%s"', (text) => {
  expect(() => parse(text)).toThrow(expect.objectContaining({ code: 'schedule/invalid' }))
})

test.each([
  ['0 24 * * *', 'its hour is "24", and can be 0 to 23, "*", a list ("1,5"), a range ("1-5") or a step ("*/5").'],
  ['0 9 * 13 *', 'its month is "13", and can be 1 to 12, "*", a list ("1,5"), a range ("1-5") or a step ("*/5").'],
  [
    '0 9 * * mon-',
    'its day of the week is "mon-", and can be 0 to 7, "*", a list ("1,5"), a range ("1-5") or a step ("*/5").',
  ],
  ['@reboot', 'write for example "@daily", "@weekly" or "0 9 * * *".'],
  ['@every 1h30m', 'write "every 1h30m".'],
])('says why "%s" is no schedule', (text, why) => {
  expect(() => parse(text)).toThrow(expect.objectContaining({ message: `"${text}" is no schedule: ${why}` }))
})

test('the last weekday of the month is the one before a weekend', () => {
  expect(parse('last weekday of the month at 9am')).toMatchObject({ kind: 'cron', fields: '0 9 LW * *' })
})

test.each([
  ['every sunday', 'every sunday at 9:00'],
  ['every morning', 'every morning at 9:00'],
  ['every afternoon', 'every afternoon at 3:00'],
  ['weekdays', 'weekdays at 9:00'],
  ['Tomorrow', 'Tomorrow at 9:00'],
  ['next monday', 'next monday at 9:00'],
  ['每天', '每天9点'],
  ['每周一', '每周一9点'],
  ['明天', '明天9点'],
])('"%s" lacks a time, and the example is a schedule', (text, example) => {
  const message = `"${text}" names no time of the day: write for example "${example}".`
  expect(() => parse(text)).toThrow(expect.objectContaining({ code: 'schedule/invalid', message }))
  expect(() => parse(example)).not.toThrow()
})

test('an error for a Chinese text has Chinese examples, which are schedules', () => {
  const message = '"很快" is no schedule: write for example "每天上午9点", "每周一9点", "每2小时" or "明天下午3点".'
  expect(() => parse('很快')).toThrow(message)
  for (const [, example = ''] of message.slice(4).matchAll(/"([^"]+)"/g)) expect(() => parse(example)).not.toThrow()
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
