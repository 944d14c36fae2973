import { scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import type { ContextEngine } from '../contracts/context-engine.js'
import { resolveSession, rootOf } from '../session/lineage.js'
import { createMemoryStore } from '../session/memory-store.js'
import { createAgent } from './create-agent.js'

/** Keeps the newest two messages as soon as there are more than three. */
const keepTwo: ContextEngine = {
  id: 'keep-two',
  shouldCompress: ({ messages }) => messages.length > 3,
  compress: async ({ messages, state }) => ({
    status: 'compressed',
    messages: messages.slice(-2),
    state: { count: Number(state.count ?? 0) + 1 },
    tokensBefore: messages.length,
    tokensAfter: 2,
  }),
}

function setUp() {
  const store = createMemoryStore()
  const transport = scripted(['one', 'two', 'three', 'four', 'five'].map((word) => text(word)))
  return { store, transport, agent: createAgent({ transport, model: { id: 'm' }, store, contextEngine: keepTwo }) }
}

test('compression goes on in a child session, and every id of the lineage leads there', async () => {
  const { agent, store, transport } = setUp()
  const sessionId = 'root'
  await agent.run('a', { sessionId, session: { title: 'Tea' } }).result
  for (const input of ['b', 'c', 'd', 'e']) await agent.run(input, { sessionId }).result
  const newest = await resolveSession(store, 'root')
  expect(newest).toMatchObject({ title: 'Tea #4', contextState: { count: 3 } })
  expect(await resolveSession(store, 'Tea #2')).toEqual(newest)
  expect(await rootOf(store, newest)).toMatchObject({ id: 'root', endReason: 'compression' })
  expect(transport.requests.at(-1)?.messages.map((message) => message.content)).toEqual(['four', 'e'])
})

test('the prompt and the tools of a session outlive its compression', async () => {
  const { agent, transport } = setUp()
  await agent.run('a', { sessionId: 's', session: { instructions: 'Speak like a pirate.' } }).result
  for (const input of ['b', 'c']) await agent.run(input, { sessionId: 's' }).result
  expect(new Set(transport.requests.map((request) => request.system)).size).toBe(1)
})

test('an engine that finds nothing to save leaves the session as it is', async () => {
  const { store, transport } = setUp()
  const skip: ContextEngine = {
    ...keepTwo,
    shouldCompress: () => true,
    compress: async () => ({ status: 'skipped', reason: 'Nothing to save.', state: { skipped: true } }),
  }
  const agent = createAgent({ transport, model: { id: 'm' }, store, contextEngine: skip })
  const run = agent.run('a', { sessionId: 's' })
  const notices = []
  for await (const event of run) if (event.type === 'notice') notices.push(event.text)
  expect(notices).toEqual(['Nothing to save.'])
  expect(await store.sessions.get('s')).toMatchObject({ contextState: { skipped: true }, messageCount: 2 })
})
