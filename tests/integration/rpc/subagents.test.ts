import { createAgent, createMemoryStore } from '@hermes/core'
import { call, fakeTools, hang, scripted, text } from '@hermes/testkit'
import { createToolExecutor, createToolRegistry, RunningChildren } from '@hermes/tools'
import { delegateTools } from '@hermes/tools/delegate'
import { expect, test } from 'vitest'
import { createRpcWorld } from './rpc-world.js'

test('sub-agents are listed, steered, paused and ended, but only those of the session', async () => {
  const store = createMemoryStore()
  const subagents = new RunningChildren()
  const looked = Promise.withResolvers<string>()
  const tools = fakeTools({ look: () => looked.promise })
  const children = [scripted([call('look', '{}'), text('It is red.')]), scripted([hang()])].map((transport, index) =>
    createAgent({ transport, model: { id: `small-${index}` }, store, tools }),
  )
  const tasks = [{ goal: 'Find the colour.' }, { goal: 'Find the size.' }]
  await using world = createRpcWorld({
    store,
    subagents,
    script: [call('delegate_task', { tasks }), text('It is red. I do not know the size.'), text('Hello.')],
    tools: () =>
      createToolExecutor({
        registry: createToolRegistry(
          delegateTools({
            running: subagents,
            agentFor: () => children.shift() ?? Promise.reject(new Error('No more.')),
          }),
        ),
      }),
  })
  using client = await world.connect()
  const { sessionId } = await client.call('session.create', {})
  await client.call('prompt.submit', { sessionId, content: 'Describe it.' })
  const listed = async () => (await client.call('delegation.status', { sessionId })).subagents
  await expect.poll(async () => (await listed()).map(({ doing }) => doing)).toEqual(['look', 'thinking'])
  const [colour, size] = await listed()
  expect([colour, size]).toMatchObject([
    { goal: 'Find the colour.', parentId: sessionId, depth: 1, state: 'running', model: 'small-0', iterations: 1 },
    { goal: 'Find the size.', model: 'small-1' },
  ])

  const other = await client.call('session.create', {})
  const elsewhere = { sessionId: other.sessionId, subagentId: size?.id ?? '' }
  expect(await client.call('delegation.status', { sessionId: other.sessionId })).toEqual({
    subagents: [],
    background: [],
  })
  expect(await client.call('subagent.interrupt', elsewhere)).toEqual({ isInterrupted: false })
  expect(await client.call('subagent.steer', { ...elsewhere, text: 'Stop.' })).toEqual({ isAccepted: false })
  expect(await client.call('subagent.pause', elsewhere)).toEqual({ isPaused: false })
  expect(await client.call('subagent.resume', elsewhere)).toEqual({ isResumed: false })

  const steered = { sessionId, subagentId: colour?.id ?? '', text: 'Only the lid.' }
  expect(await client.call('subagent.steer', steered)).toEqual({ isAccepted: true })
  expect(await client.call('subagent.interrupt', { sessionId, subagentId: size?.id ?? '' })).toEqual({
    isInterrupted: true,
  })
  const paused = { sessionId, subagentId: colour?.id ?? '' }
  expect(await client.call('subagent.pause', paused)).toEqual({ isPaused: true })
  looked.resolve('A red lid.')
  await expect.poll(listed).toMatchObject([{ id: colour?.id, state: 'paused', iterations: 1, toolCalls: 1 }])
  expect(await client.call('subagent.resume', paused)).toEqual({ isResumed: true })
  await expect.poll(() => client.types).toContain('prompt.end')
  const result = JSON.stringify(client.events.find(({ type }) => type === 'tool.complete')?.payload)
  expect(result).toContain('It is red.')
  expect(result).toContain('A person stopped it.')
  const { messages } = await client.call('session.history', { sessionId: colour?.id ?? '' })
  expect(JSON.stringify(messages)).toContain('Only the lid.')
  expect(await listed()).toEqual([])
})
