import { scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { InterruptError } from '../../contracts/errors.js'
import type { AgentEvent } from '../../contracts/event.js'
import type { LeaseOptions, TurnLeases } from '../../contracts/turn-leases.js'
import { createMemoryStore } from '../../session/memory-store.js'
import type { Run } from '../agent.js'
import { createAgent } from '../create-agent.js'

/** Leases of which `wait` decides when they are given. */
function setUp(wait: (options: LeaseOptions) => Promise<void> = async () => undefined) {
  const log: string[] = []
  const leases: TurnLeases = {
    async acquire(conversation, options) {
      await wait(options)
      log.push(`taken ${conversation}`)
      return {
        async [Symbol.asyncDispose]() {
          log.push(`given back ${conversation}`)
        },
      }
    },
  }
  const store = createMemoryStore()
  const agent = createAgent({ transport: scripted([text('yes'), text('yes')]), model: { id: 'm' }, store, leases })
  return { agent, store, log }
}

async function eventsOf(run: Run): Promise<readonly AgentEvent[]> {
  const events: AgentEvent[] = []
  for await (const event of run) events.push(event)
  return events
}

test('a turn holds the lease of its conversation, by the id that a person sees', async () => {
  const { agent, store, log } = setUp()
  await store.sessions.create({ id: 'root', source: 'cli', startedAtMs: 1 })
  await store.sessions.split('root', {
    id: 'child',
    atMs: 2,
    messages: [{ message: { role: 'user', content: 'what was said' }, timestampMs: 2 }],
  })
  await agent.chat('go on', { sessionId: 'child' })
  await agent.chat('and a new one', { sessionId: 'new' })
  expect(log).toEqual(['taken root', 'given back root', 'taken new', 'given back new'])
})

test('whoever has to wait for another process is told', async () => {
  const { agent } = setUp(async ({ onWait }) => onWait?.('process 7 on this machine'))
  const events = await eventsOf(agent.run('go', { sessionId: 's' }))
  expect(events.slice(0, 2)).toMatchObject([
    { type: 'notice', code: 'session-busy', text: expect.stringContaining('process 7 on this machine') },
    { type: 'turn-start' },
  ])
})

test('an interrupt ends the wait, and nothing is stored', async () => {
  const controller = new AbortController()
  const { agent, store, log } = setUp(async ({ signal }) => {
    controller.abort(new InterruptError('enough'))
    signal.throwIfAborted()
  })
  const run = agent.run('go', { sessionId: 's', signal: controller.signal })
  expect((await run.result).outcome).toEqual({ status: 'interrupted', reason: 'enough' })
  expect(log).toEqual([])
  expect(await store.sessions.get('s')).toBeUndefined()
})

test('the lease is given back by a turn that fails, too', async () => {
  const { agent, log } = setUp()
  const { outcome } = await agent.resume('nobody').result
  expect(outcome.status).toBe('failed')
  expect(log.at(-1)).toBe('given back nobody')
})
