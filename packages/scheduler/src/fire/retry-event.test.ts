import { expect, test } from 'vitest'
import { newJob } from '../jobs/new-job.js'
import type { Run } from '../ledger/run.js'
import { dueTimesOf } from '../times/due-times.js'
import { toItem, toPending } from './firing-item.js'
import { nextStep } from './next-step.js'
import { retryOf } from './retry-of.js'
import { defaultSettings } from './settings.js'
import { settleJob } from './settle-job.js'

test('the retry of a run keeps the event of the run', () => {
  const event = { source: 'webhook issues', text: 'It crashes.' }
  const input = { schedule: 'every 1h', task: { prompt: 'Look.' }, createdBy: 'person' } as const
  const job = newJob('1', input, { nowMs: 0, zone: 'UTC' })
  const pending = { id: 'a', dueMs: 1, trigger: 'manual', attempt: 1, event } as const
  const times = { startedAtMs: 1, endedAtMs: 2, deliveries: [] }
  const run: Run = { ...pending, ...times, jobId: '1', state: 'failed', fence: 1 }
  const settled = settleJob(
    { ...job, pending },
    { pending, run, retry: retryOf(job, pending, 2, defaultSettings) },
    defaultSettings,
  )
  const step = nextStep(settled, dueTimesOf(job.schedule), settled.retry?.atMs ?? 0, defaultSettings)
  expect(step).toMatchObject({ kind: 'fire', pending: { trigger: 'retry', attempt: 2, event } })
  if (step.kind === 'fire') expect(toPending(toItem(job, step.pending)).pending).toEqual(step.pending)
})
