import { call, fakeTools, scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createAgent } from '../agent/create-agent.js'
import type { ContextEngine } from '../contracts/agent/context-engine.js'
import type { AgentEvent } from '../contracts/turn/event.js'
import { resolveSession } from '../session/lineage.js'
import { createMemoryStore } from '../session/memory-store.js'

/** Creates an engine that keeps the last messages, after `before` has resolved. */
function keepOne(before: () => Promise<unknown>): ContextEngine {
  return {
    id: 'keep-one',
    shouldCompress: ({ messages }) => messages.length === 5 && messages.at(-1)?.role === 'user',
    async compress({ messages }) {
      await before()
      const newest = messages.findLastIndex(({ role }) => role === 'user')
      return { status: 'compressed', messages: messages.slice(newest), state: {}, tokensBefore: 5, tokensAfter: 1 }
    },
  }
}

/** Two agents over a store without claims act like two processes: neither knows of the other's turns. */
test("lets one of two concurrent compressions win, and moves the loser's new messages to the winner's child", async () => {
  const { claims: _, ...store } = createMemoryStore()
  const begun = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const winner = createAgent({
    transport: scripted([text('one'), text('two')]),
    model: { id: 'm' },
    store,
    contextEngine: keepOne(() => {
      begun.resolve()
      return gate.promise
    }),
  })
  for (const input of ['a', 'b']) await winner.run(input, { sessionId: 's' }).result
  const winning = winner.compress('s')
  await begun.promise
  const transport = scripted([call('look'), text('done')])
  const loser = createAgent({
    transport,
    model: { id: 'm' },
    store,
    tools: fakeTools({ look: () => 'seen' }),
    contextEngine: keepOne(() => {
      gate.resolve()
      return winning
    }),
  })
  // Stored after the winner had read the messages.
  const run = loser.run('c', { sessionId: 's' })
  const events: AgentEvent[] = []
  for await (const event of run) events.push(event)

  expect(await winning).toMatchObject({ status: 'compressed' })
  expect(events.filter(({ type }) => type === 'compression-end')).toMatchObject([
    { status: 'skipped', reason: expect.stringContaining('Another process') },
  ])
  expect((await run.result).finalResponse).toBe('done')
  expect(transport.requests.map(({ messages }) => messages.map(({ content }) => content))).toEqual([
    ['b', 'two', 'c'],
    ['b', 'two', 'c', null, 'seen'],
  ])
  const newest = await resolveSession(store, 's')
  const stored = await store.messages.load(newest.id)
  expect(stored.map(({ message }) => message.content)).toEqual(['b', 'two', 'c', null, 'seen', 'done'])
  expect(await store.sessions.find()).toHaveLength(2)
})
