import { expect, test } from 'vitest'
import { SessionLocks } from './session-locks.js'

const never = new AbortController().signal

test('work on one session is done in order, also after work that failed or did not wait', async () => {
  const locks = new SessionLocks()
  const done: string[] = []
  const { promise: first, resolve: endFirst } = Promise.withResolvers<void>()
  const leave = new AbortController()
  const results = Promise.allSettled([
    locks.run('s', never, () => first.then(() => done.push('first'))),
    locks.run('s', leave.signal, async () => done.push('left')),
    locks.run('s', never, () => Promise.reject(new Error('failed'))),
    locks.run('s', never, async () => done.push('last')),
    locks.run('t', never, async () => done.push('other')),
  ])
  leave.abort(new Error('left'))
  await locks.run('t', never, async () => undefined)
  expect(done).toEqual(['other'])
  endFirst()
  expect((await results).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
    'fulfilled',
  ])
  expect(done).toEqual(['other', 'first', 'last'])
})

test('nothing is kept of sessions that nobody works on', async () => {
  const locks = new SessionLocks()
  const aborted = AbortSignal.abort(new Error('too late'))
  const work = Array.from({ length: 1_000 }, (_, index) => [
    locks.run(`s${index % 100}`, never, async () => index),
    locks.run(`s${index % 100}`, aborted, async () => index),
    locks.run(`s${index % 100}`, never, () => Promise.reject(new Error('failed'))),
  ])
  expect(locks.size).toBe(100)
  await Promise.allSettled(work.flat())
  // What was waited for is forgotten right behind it.
  await locks.run('s', never, async () => undefined)
  await new Promise(setImmediate)
  expect(locks.size).toBe(0)
})
