import { expect, test } from 'vitest'
import { newJob } from '../jobs/new-job.js'
import { findJob } from './find-job.js'

const job = (id: string, name: string) =>
  newJob(id, { name, schedule: 'every 1h', task: { prompt: 'Look.' }, createdBy: 'person' }, { nowMs: 0, zone: 'UTC' })
const jobs = [job('disk0001', 'mail'), job('beef0002', 'disk'), job('beef0003', 'disk0001'), job('cafe0004', 'mail')]

test.each([
  ['disk', 'beef0002'],
  ['disk0001', 'disk0001'],
  ['disk00', 'disk0001'],
  ['beef0003', 'beef0003'],
])('%s is the job %s: its id, its name, or the beginning of its id', (ref, id) => {
  expect(findJob(jobs, ref).id).toBe(id)
})

test.each([
  ['mail', 'Several jobs fit "mail": give the id of one of them, disk0001, cafe0004.'],
  ['beef', 'Several jobs fit "beef": give the id of one of them, beef0002, beef0003.'],
  ['tea', 'There is no job "tea".'],
  ['', 'There is no job "".'],
])('"%s" is refused: %s', (ref, refusal) => {
  expect(() => findJob(jobs, ref)).toThrow(refusal)
})
