import { expect, test } from 'vitest'
import { containHook } from './contain-hook.js'

const bounds = { limitMs: 60_000, signal: new AbortController().signal }

test.each([
  ['at once', () => 'context'],
  ['with a promise', () => Promise.resolve('context')],
])('a hook may answer %s', async (_, hook: () => Promise<string> | string) => {
  expect(await containHook('A hook', hook, bounds)).toEqual({ ok: true, value: 'context' })
})

test('what a hook answers at once after an interrupt does not count', async () => {
  const interrupt = new AbortController()
  const hook = () => {
    interrupt.abort()
    return 'context'
  }
  expect(await containHook('A hook', hook, { ...bounds, signal: interrupt.signal })).toEqual({ ok: false })
})
