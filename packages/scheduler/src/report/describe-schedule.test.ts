import { expect, test } from 'vitest'
import { newJob } from '../jobs/new-job.js'
import { describeSchedule } from './describe-schedule.js'

const zone = 'Asia/Shanghai'
const nowMs = Date.parse('2027-01-01T00:00:00Z')

test.each([
  ['每周一9点', 'every Monday at 09:00: 2027-01-04 09:00:00', 3],
  ['weekdays at 8:30', 'every weekday at 08:30: 2027-01-01 08:30:00', 3],
  ['weekends at noon', 'every Sunday, Saturday at 12:00: 2027-01-02 12:00:00', 3],
  ['every morning at 8', 'every day at 08:00: 2027-01-02 08:00:00', 3],
  ['hourly', 'every hour at minute 0: 2027-01-01 09:00:00', 3],
  ['每月15号8点', 'on day 15 of each month at 08:00: 2027-01-15 08:00:00', 3],
  ['每月最后一天23点', 'on the last day of each month at 23:00: 2027-01-31 23:00:00', 3],
  ['last weekday of the month at 9am', 'when "0 9 LW * *" fits the clock: 2027-01-29 09:00:00', 3],
  ['yearly', 'when "0 0 1 1 *" fits the clock: 2028-01-01 00:00:00', 3],
  ['*/10 * * * *', 'when "*/10 * * * *" fits the clock: 2027-01-01 08:10:00', 3],
  ['每小时', 'every 1 hour: 2027-01-01 09:00:00', 3],
  ['every 90m', 'every 90 minutes: 2027-01-01 09:30:00', 3],
  ['every 2d', 'every 2 days: 2027-01-03 08:00:00', 3],
  ['下周一9点', 'once: 2027-01-04 09:00:00', 1],
])('"%s" is due %s', (schedule, words, count) => {
  const job = newJob('1', { schedule, task: { prompt: 'Look.' }, createdBy: 'person' }, { nowMs, zone })
  const said = describeSchedule(job, { zone })
  expect(said).toMatch(`Due ${words}`)
  expect(said.match(/\d{4}-\d\d-\d\d/g)).toHaveLength(count)
})

test('shows no more times than the job repeats', () => {
  const input = { schedule: 'every 1h', repeat: 2, task: { prompt: 'Look.' }, createdBy: 'person' } as const
  expect(describeSchedule(newJob('1', input, { nowMs, zone }), { zone }).match(/\d{4}-/g)).toHaveLength(2)
})
