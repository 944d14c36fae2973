import { createAgent, createMemoryStore, type LogLevel } from '@hermes/core'
import { fail, hang, scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { nameSessions } from './name-sessions.js'
import { titleFrom } from './title-from.js'

function setUp(titles: Parameters<typeof scripted>[0]) {
  const store = createMemoryStore()
  const side = scripted(titles)
  const logged: string[] = []
  const logger = { log: (_: LogLevel, message: string) => void logged.push(message) }
  const names = nameSessions({ model: () => ({ transport: side, model: { id: 'small' } }), store, logger })
  const answers = function* () {
    while (true) yield text('An answer.')
  }
  const agent = createAgent({ transport: scripted(answers()), model: { id: 'm' }, store, plugins: [names.plugin] })
  const titleOf = async (id: string) => (await store.sessions.get(id))?.title
  return { agent, store, side, names, logged, titleOf }
}

test('titles a session once, after its first exchange', async () => {
  const { agent, side, names, titleOf } = setUp([text('"Tea in the north."\n')])
  for (const input of ['How do I make tea?', 'And coffee?']) {
    await agent.run(input, { sessionId: 's' }).result
    await names.settled()
  }
  expect(await titleOf('s')).toBe('Tea in the north')
  expect(side.requests).toHaveLength(1)
  expect(JSON.stringify(side.requests[0]?.messages)).toMatch(/make tea.*An answer/)
})

test('does not delay turns, and writes no title after it was disposed', async () => {
  const { agent, names, titleOf } = setUp([hang()])
  expect((await agent.run('hello', { sessionId: 's' }).result).outcome.status).toBe('completed')
  names[Symbol.dispose]()
  await names.settled()
  expect(await titleOf('s')).toBeUndefined()
})

test('logs a failure, and tries again after the next exchange', async () => {
  const { agent, names, titleOf, logged } = setUp([fail(new Error('out of order')), text('Second try')])
  await agent.run('one', { sessionId: 's' }).result
  await names.settled()
  expect([await titleOf('s'), logged.length]).toEqual([undefined, 1])
  await agent.run('two', { sessionId: 's' }).result
  await names.settled()
  expect(await titleOf('s')).toBe('Second try')
})

test('numbers a taken title, and keeps a title that the user gave', async () => {
  const { agent, names, titleOf, side } = setUp([text('Tea'), text('Tea')])
  await agent.run('hi', { sessionId: 'a' }).result
  await agent.run('hi', { sessionId: 'own', session: { title: 'Mine' } }).result
  await names.settled()
  await agent.run('hi', { sessionId: 'b' }).result
  await names.settled()
  expect([await titleOf('a'), await titleOf('own'), await titleOf('b')]).toEqual(['Tea', 'Mine', 'Tea (2)'])
  expect(side.requests).toHaveLength(2)
})

test.each([
  ['Title: "Fix the build"', 'Fix the build'],
  ['<think>Hm.\n</think>\n\n## Kaffee im Süden', 'Kaffee im Süden'],
  ['\u202Eevil\u0007 name', 'evil name'],
  ['   \n', undefined],
  ['""', undefined],
])('converts %j to the title %j', (written, title) => {
  expect(titleFrom(written)).toBe(title)
})

test('cuts a long title', () => {
  expect(titleFrom('word '.repeat(50))).toHaveLength(80)
})
