import { call, calls, fakeTools, scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createBudget } from '../../budget/create-budget.js'
import type { RunContext } from '../../contracts/turn/run-context.js'
import { createMemoryStore } from '../../session/memory-store.js'
import { createAgent } from '../create-agent.js'

/** Creates a run below a context that the test pauses: each wait lasts until `letGo`. */
async function createPausedRun(replies: Parameters<typeof scripted>[0]) {
  const waits: PromiseWithResolvers<void>[] = []
  const did: string[] = []
  const transport = scripted(replies)
  const tools = fakeTools({ look: ({ at }) => `saw ${did.push(`look ${at}`)}` })
  const store = createMemoryStore()
  const agent = createAgent({ transport, model: { id: 'm' }, tools, store })
  const parent: RunContext = {
    sessionId: 'parent',
    rootSessionId: 'parent',
    source: 'test',
    depth: 0,
    budget: createBudget({ iterations: 9, tokens: 0, durationMs: 0, costUsd: 0 }, () => 0),
    emit: () => undefined,
    async untilResumed(signal) {
      const wait = Promise.withResolvers<void>()
      waits.push(wait)
      signal.addEventListener('abort', () => wait.reject(signal.reason), { once: true })
      await wait.promise
    },
  }
  /** Ends the wait with this number. */
  const letGo = async (number: number) => {
    await expect.poll(() => waits.length).toBe(number)
    waits[number - 1]?.resolve()
  }
  await store.sessions.create({ id: 'parent', source: 'test', startedAtMs: 0 })
  return { run: agent.run('go', { parent }), transport, did, waits, letGo }
}

test('a paused run makes no model call and runs no tool until it is resumed', async () => {
  const { run, transport, did, waits, letGo } = await createPausedRun([call('look', '{"at":"a"}'), text('done')])
  await expect.poll(() => waits.length).toBe(1)
  expect(transport.requests).toHaveLength(0)
  await letGo(1)
  await expect.poll(() => waits.length).toBe(2)
  expect(transport.requests).toHaveLength(1)
  expect(did).toEqual([])
  await letGo(2)
  await expect.poll(() => waits.length).toBe(3)
  expect(did).toEqual(['look a'])
  run.steer('Look twice.')
  await letGo(3)
  await letGo(4)
  expect(await run.result).toMatchObject({ finalResponse: 'done' })
  // Text sent during the pause is read with the next call.
  expect(transport.requests[1]?.messages.at(-1)).toEqual({ role: 'user', content: 'Look twice.' })
})

test('an interrupt ends the wait, and every call has its result', async () => {
  const { run, did, waits, letGo } = await createPausedRun([
    calls([call('look', '{"at":"a"}'), call('look', '{"at":"b"}')]),
    text('never'),
  ])
  await letGo(1)
  await expect.poll(() => waits.length).toBe(2)
  run.interrupt('enough')
  const { outcome, messages } = await run.result
  expect(outcome).toEqual({ status: 'interrupted', reason: 'enough' })
  expect(did).toEqual([])
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'tool'])
})
