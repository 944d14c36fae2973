import { expect, test } from 'vitest'
import { ChildSlots } from './child-slots.js'

const never = new AbortController().signal

/** Creates work whose end the test controls. */
function createWork() {
  const started: string[] = []
  const gates = new Map<string, PromiseWithResolvers<void>>()
  return {
    started,
    begin: (name: string) => () => {
      started.push(name)
      const gate = Promise.withResolvers<void>()
      gates.set(name, gate)
      return gate.promise.then(() => name)
    },
    end: (name: string) => gates.get(name)?.resolve(),
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('runs a limited number concurrently, first come, first served, per session', async () => {
  const slots = new ChildSlots(2)
  const work = createWork()
  const all = ['a', 'b', 'c', 'd'].map((name) => slots.run('s', never, work.begin(name)))
  const other = slots.run('t', never, work.begin('x'))
  await settled()
  expect(work.started).toEqual(['a', 'b', 'x'])
  work.end('b')
  await settled()
  expect(work.started).toEqual(['a', 'b', 'x', 'c'])
  work.end('a')
  await settled()
  for (const name of ['c', 'd', 'x']) work.end(name)
  expect(await Promise.all([...all, other])).toEqual(['a', 'b', 'c', 'd', 'x'])
})

test('skips an aborted waiter and frees the slot after a failure', async () => {
  const slots = new ChildSlots(1)
  const work = createWork()
  const leaving = new AbortController()
  const first = slots.run('s', never, work.begin('first'))
  const second = slots.run('s', leaving.signal, work.begin('second'))
  const third = slots.run('s', never, () => Promise.reject(new Error('third')))
  const fourth = slots.run('s', never, work.begin('fourth'))
  const failures = Promise.allSettled([second, third])
  leaving.abort(new Error('left'))
  work.end('first')
  await first
  expect(await failures).toMatchObject([{ reason: { message: 'left' } }, { reason: { message: 'third' } }])
  await settled()
  work.end('fourth')
  expect(await fourth).toBe('fourth')
  expect(work.started).toEqual(['first', 'fourth'])
})
