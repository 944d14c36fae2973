import { scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createAgent } from '../agent/create-agent.js'
import { containHook } from './contain-hook.js'

test('a hook hears whether the session began with its turn', async () => {
  const heard: (boolean | undefined)[] = []
  const hooks = {
    pre_llm_call({ isNew }: { readonly isNew?: boolean }) {
      heard.push(isNew)
      return undefined
    },
  }
  const transport = scripted([text('one'), text('two')])
  const agent = createAgent({ transport, model: { id: 'm' }, plugins: [{ name: 'p', hooks }] })
  for (const input of ['a', 'b']) await agent.run(input, { sessionId: 's' }).result
  expect(heard).toEqual([true, false])
})

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
