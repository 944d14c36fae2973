import { expect, test } from 'vitest'
import type { Job } from './job.js'
import { nextEvent, withoutWaitingEvent, withWaitingEvent } from './waiting-events.js'

const job: Job = {
  id: 'j',
  name: 'busy',
  task: { prompt: 'Look.' },
  text: 'at noon',
  schedule: { kind: 'once', atMs: 1 },
  deliver: ['local'],
  state: 'active',
  createdBy: 'person',
  createdAtMs: 0,
  cursorMs: 0,
  runs: 0,
  failures: 0,
}
const event = (id: string, text = 'x') => ({ id, dueMs: 0, sinceMs: 0, event: { source: 'webhook', text } })

test('runs events in order, each once', () => {
  const waiting = ['a', 'b', 'a'].reduce((current, id) => withWaitingEvent(current, event(id)), job)
  expect(nextEvent(waiting, 0)).toMatchObject({ id: 'a', trigger: 'manual' })
  expect(nextEvent(withoutWaitingEvent(waiting, 'a'), 0)).toMatchObject({ id: 'b' })
  expect(withoutWaitingEvent(withoutWaitingEvent(waiting, 'a'), 'b').waitingEvents).toBeUndefined()
})

test('a job keeps no more events than can be stored with it', () => {
  const many = Array.from({ length: 100 }, (_, index) => `e${index}`)
  const full = many.reduce((current, id) => withWaitingEvent(current, event(id)), job)
  expect(() => withWaitingEvent(full, event('one more'))).toThrow('100 events wait for "busy"')
  const large = 'x'.repeat(3 * 1024 * 1024)
  const heavy = withWaitingEvent(job, event('a', large))
  expect(() => withWaitingEvent(heavy, event('b', large))).toThrow('1 event waits')
})
