import { expect, test } from 'vitest'
import { containHook } from './contain-hook.js'

const bounds = { limitMs: 60_000, signal: new AbortController().signal }

test.each([
  ['at once', () => 'context'],
  ['with a promise', () => Promise.resolve('context')],
])('accepts the answer of a hook %s', async (_, hook: () => Promise<string> | string) => {
  expect(await containHook('A hook', hook, bounds)).toEqual({ ok: true, value: 'context' })
})

test('ignores what a hook answers immediately after an interrupt', async () => {
  const interrupt = new AbortController()
  const hook = () => {
    interrupt.abort()
    return 'context'
  }
  expect(await containHook('A hook', hook, { ...bounds, signal: interrupt.signal })).toEqual({ ok: false })
})
