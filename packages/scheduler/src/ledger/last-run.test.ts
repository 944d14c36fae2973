import { expect, test } from 'vitest'
import { lastRunOf } from './last-run.js'
import type { Run } from './run.js'

const run = { id: 'a', jobId: '1', dueMs: 1, trigger: 'schedule', attempt: 1, fence: 1, startedAtMs: 2 } as const
const receipt = { target: 'local', atMs: 3 }

test.each<[Pick<Run, 'state' | 'reason'>, Run['deliveries'][number]['state'][], string | undefined]>([
  [{ state: 'completed' }, ['delivered'], 'completed'],
  [{ state: 'completed' }, ['unknown', 'delivered'], 'unverified'],
  [{ state: 'completed' }, ['unknown', 'failed'], 'delivery_failed'],
  [{ state: 'completed' }, ['waiting', 'delivered'], 'queued'],
  [{ state: 'completed' }, ['waiting', 'unknown'], 'unverified'],
  [{ state: 'failed', reason: 'Busy.' }, ['failed'], 'failed'],
  [{ state: 'failed', reason: 'blocked_config: No key.' }, [], 'blocked_config'],
  [{ state: 'cut-off' }, ['delivered'], 'cut-off'],
  [{ state: 'skipped' }, [], undefined],
  [{ state: 'running' }, [], undefined],
])('%j with receipts %j is %s', (state, receipts, status) => {
  const deliveries = receipts.map((each) => ({ ...receipt, state: each }))
  expect(lastRunOf({ ...run, ...state, deliveries })?.status).toBe(status)
})
