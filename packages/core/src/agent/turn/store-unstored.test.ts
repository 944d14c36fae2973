import { call, fakeTools, type Reply, scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { StoreError } from '../../contracts/errors/errors.js'
import type { SessionStore } from '../../contracts/sessions/session-store.js'
import { createMemoryStore } from '../../session/memory-store.js'
import { createAgent } from '../create-agent.js'

/** Creates an agent whose store is full from the moment that the answer `lost` is written, until `hasRoom` is set. */
function setUp(replies: readonly Reply[]) {
  const memory = createMemoryStore()
  const disk = { isFull: false, hasRoom: false }
  const store: SessionStore = {
    ...memory,
    messages: {
      ...memory.messages,
      async append(id, messages, options) {
        disk.isFull ||= messages.some(({ message }) => message.content === 'lost')
        if (disk.isFull && !disk.hasRoom) throw new StoreError('full', 'The disk is full.')
        return memory.messages.append(id, messages, options)
      },
    },
  }
  const transport = scripted(replies)
  const tools = fakeTools({ look: () => 'seen' })
  const agent = createAgent({ transport, model: { id: 'm' }, store, tools })
  const said = async () => (await memory.messages.load('s')).map(({ message }) => [message.role, message.content])
  const calls = async () => (await memory.sessions.get('s'))?.apiCallCount
  return { agent, disk, transport, store: memory, said, calls }
}

test('stores the answer and the usage that did not fit on the disk in the next turn', async () => {
  const { agent, disk, transport, said, calls } = setUp([call('look'), text('lost'), text('and more')])
  const { outcome } = await agent.run('go', { sessionId: 's' }).result
  expect(outcome).toMatchObject({ status: 'failed', error: { code: 'store/full' } })
  expect([await calls(), (await said()).length]).toEqual([1, 3])
  // The disk is still full, and nothing is given up.
  expect((await agent.run('too early', { sessionId: 's' }).result).outcome).toMatchObject({ status: 'failed' })
  disk.hasRoom = true
  const shown: string[] = []
  for await (const event of agent.run('go on', { sessionId: 's' })) {
    if (event.type === 'message-end') shown.push(event.message.role)
  }
  expect(shown).toEqual(['user', 'assistant'])
  expect((await said()).slice(3)).toEqual([
    ['assistant', 'lost'],
    ['user', 'go on'],
    ['assistant', 'and more'],
  ])
  expect(transport.requests.at(-1)?.messages.slice(-2)).toMatchObject([{ content: 'lost' }, { content: 'go on' }])
  expect(await calls()).toBe(3)
})

test('a resumed turn has the answer that did not fit, without another call', async () => {
  const { agent, disk, transport, said } = setUp([text('lost')])
  await agent.run('go', { sessionId: 's' }).result
  disk.hasRoom = true
  expect(await agent.resume('s').result).toMatchObject({ outcome: { status: 'completed' }, finalResponse: 'lost' })
  expect(await said()).toEqual([
    ['user', 'go'],
    ['assistant', 'lost'],
  ])
  expect(transport.requests).toHaveLength(1)
})

test('does not store an answer after messages of another process, and counts its usage once', async () => {
  const { agent, disk, store, said, calls } = setUp([text('lost'), text('ok'), text('fine')])
  await agent.run('go', { sessionId: 's' }).result
  await store.messages.append('s', [{ message: { role: 'assistant', content: 'elsewhere' }, timestampMs: 1 }])
  disk.hasRoom = true
  for (const input of ['one', 'two']) await agent.run(input, { sessionId: 's' }).result
  expect((await said()).map(([, content]) => content)).toEqual(['go', 'elsewhere', 'one', 'ok', 'two', 'fine'])
  expect(await calls()).toBe(3)
})

test('neither stores nor counts an answer again that the store had accepted before it failed', async () => {
  const memory = createMemoryStore()
  let isCut = true
  const store: SessionStore = {
    ...memory,
    messages: {
      ...memory.messages,
      async append(id, messages, options) {
        if (messages.length === 0 && isCut) throw new StoreError('unavailable', 'The connection was cut.')
        const stored = await memory.messages.append(id, messages, options)
        if (isCut && messages.some(({ message }) => message.content === 'taken'))
          throw new StoreError('unavailable', 'The connection was cut.')
        return stored
      },
    },
  }
  const agent = createAgent({ transport: scripted([text('taken'), text('next')]), model: { id: 'm' }, store })
  expect((await agent.run('go', { sessionId: 's' }).result).outcome).toMatchObject({ status: 'failed' })
  isCut = false
  await agent.run('go on', { sessionId: 's' }).result
  const contents = (await memory.messages.load('s')).map(({ message }) => message.content)
  expect(contents).toEqual(['go', 'taken', 'go on', 'next'])
  expect((await memory.sessions.get('s'))?.apiCallCount).toBe(2)
})
