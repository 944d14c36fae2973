import { expect, test } from 'vitest'
import { SessionLocks } from './session-locks.js'

const never = new AbortController().signal

test('runs work on one session in order, even after failed or aborted work', async () => {
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

test('keeps no entry for idle sessions', async () => {
  const locks = new SessionLocks()
  const aborted = AbortSignal.abort(new Error('too late'))
  const work = Array.from({ length: 1_000 }, (_, index) => [
    locks.run(`s${index % 100}`, never, async () => index),
    locks.run(`s${index % 100}`, aborted, async () => index),
    locks.run(`s${index % 100}`, never, () => Promise.reject(new Error('failed'))),
  ])
  expect(locks.size).toBe(100)
  await Promise.allSettled(work.flat())
  // The entry is removed right after the wait.
  await locks.run('s', never, async () => undefined)
  await new Promise(setImmediate)
  expect(locks.size).toBe(0)
})
