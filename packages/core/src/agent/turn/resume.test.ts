import { setImmediate as nextTurn } from 'node:timers/promises'
import { call, calls, fakeTools, scripted, text } from '@hermes/testkit'
import { describe, expect, test } from 'vitest'
import type { Message } from '../../contracts/model/message.js'
import type { Tool } from '../../contracts/tools/tool.js'
import { claimConversation } from '../../session/claim-conversation.js'
import { createMemoryStore } from '../../session/memory-store.js'
import { createAgent } from '../create-agent.js'

const toolCall = (id: string, name: string) => ({ id, type: 'function', function: { name, arguments: '{}' } }) as const
const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'stored' }) as const
const effects: Record<string, Tool['effect']> = { look: 'read', set: 'idempotent', send: 'once' }

/** Creates a session as a crash left it, opened by another process. */
async function setUp(history: readonly Message[], replies = [text('I see.')]) {
  const store = createMemoryStore()
  await store.sessions.create({ id: 's', source: 'cli', startedAtMs: 0 })
  await store.messages.append(
    's',
    history.map((message) => ({ message, timestampMs: 0 })),
  )
  const ran: string[] = []
  const tools = fakeTools(
    Object.fromEntries(Object.keys(effects).map((name) => [name, () => `${ran.push(name)} fresh`])),
    Object.fromEntries(Object.entries(effects).map(([name, effect]) => [name, { effect }])),
  )
  const transport = scripted(replies)
  return { agent: createAgent({ transport, model: { id: 'm' }, store, tools }), store, transport, ran }
}

const cutAmongCalls: readonly Message[] = [
  { role: 'user', content: 'go' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [toolCall('1', 'look'), toolCall('2', 'send'), toolCall('3', 'set'), toolCall('4', 'send')],
  },
  result('4'),
]

describe('resume', () => {
  test('repeats read-only calls, keeps calls with a result, and reports the rest as unknown', async () => {
    const { agent, transport, ran, store } = await setUp(cutAmongCalls)
    const { outcome, finalResponse } = await agent.resume('s').result
    expect([outcome.status, finalResponse]).toEqual(['completed', 'I see.'])
    expect(ran).toEqual(['look', 'set'])
    const sent = transport.requests[0]?.messages.slice(2)
    expect(sent).toMatchObject([
      { tool_call_id: '1', content: '1 fresh' },
      { tool_call_id: '2', content: expect.stringContaining('Outcome unknown') },
      { tool_call_id: '3', content: '2 fresh' },
      { tool_call_id: '4', content: 'stored' },
    ])
    const roles = (await store.messages.load('s')).map(({ message }) => message.role)
    expect(roles).toEqual(['user', 'assistant', 'tool', 'tool', 'tool', 'tool', 'assistant'])
  })

  test('never repeats a call of a tool without declared traits', async () => {
    const { agent, ran } = await setUp([
      { role: 'user', content: 'go' },
      { role: 'assistant', content: null, tool_calls: [toolCall('1', 'gone')] },
    ])
    await agent.resume('s').result
    expect(ran).toEqual([])
  })

  test('never runs a call of an answer that was cut off', async () => {
    const { agent, store, ran, transport } = await setUp([{ role: 'user', content: 'go' }])
    const cut = {
      role: 'assistant',
      content: null,
      tool_calls: [toolCall('1', 'look'), toolCall('2', 'send')],
    } as const
    await store.messages.append('s', [{ message: cut, timestampMs: 0, finishReason: 'length' }])
    expect((await agent.resume('s').result).finalResponse).toBe('I see.')
    expect(ran).toEqual([])
    const results = transport.requests[0]?.messages.slice(2).map(({ content }) => content)
    expect(results).toEqual([expect.stringContaining('cut off'), expect.stringContaining('cut off')])
  })

  test('calls the model when it had not answered yet', async () => {
    for (const history of [cutAmongCalls.slice(0, 1), [...cutAmongCalls, result('1'), result('2'), result('3')]]) {
      const { agent, ran, transport } = await setUp(history)
      expect((await agent.resume('s').result).finalResponse).toBe('I see.')
      expect(ran).toEqual([])
      expect(transport.requests).toHaveLength(1)
    }
  })

  test('returns the stored answer of a finished turn without a model call', async () => {
    const { agent, transport } = await setUp([...cutAmongCalls.slice(0, 1), { role: 'assistant', content: 'Done.' }])
    const { outcome, iterations } = await agent.session('s').resume().result
    expect(outcome).toEqual({ status: 'completed', text: 'Done.' })
    expect([iterations, transport.requests.length]).toEqual([0, 0])
  })

  test('asks whether the turn is still wanted when no other one runs', async () => {
    const { agent, store, transport } = await setUp(cutAmongCalls.slice(0, 1))
    const other = await claimConversation(store, 's', { signal: new AbortController().signal })
    let asked = 0
    const run = agent.resume('s', { isWanted: async () => ++asked < 0 })
    for (let turn = 0; turn < 20; turn += 1) await nextTurn()
    expect(asked).toBe(0)
    await other[Symbol.asyncDispose]()
    expect((await run.result).outcome).toMatchObject({ status: 'failed', error: { code: 'run/nothing-to-resume' } })
    expect([asked, transport.requests.length]).toEqual([1, 0])
    expect((await agent.resume('s', { isWanted: async () => true }).result).finalResponse).toBe('I see.')
  })

  test('fails on an empty session', async () => {
    const { agent } = await setUp([])
    expect((await agent.resume('s').result).outcome).toMatchObject({
      status: 'failed',
      error: { code: 'run/nothing-to-resume' },
    })
    expect((await agent.resume('none').result).outcome).toMatchObject({
      status: 'failed',
      error: { code: 'store/not-found' },
    })
  })
})

test('stores each result when its call ends, and keeps the order of the calls in requests', async () => {
  const { promise: slow, resolve: finishSlow } = Promise.withResolvers<string>()
  const store = createMemoryStore()
  const tools = sideBySide({ slow: () => slow, quick: async () => 'quick' })
  const transport = scripted([
    calls([call('slow', {}, { id: 'a' }), call('quick', {}, { id: 'b' })]),
    text('1'),
    text('2'),
  ])
  const run = createAgent({ transport, model: { id: 'm' }, store, tools }).run('go', { sessionId: 's' })
  for await (const event of run) {
    if (event.type !== 'message-end' || event.message.role !== 'tool') continue
    if (event.message.tool_call_id !== 'b') continue
    expect((await store.messages.load('s')).at(-1)?.message).toMatchObject({ tool_call_id: 'b' })
    finishSlow('slow')
  }
  await createAgent({ transport, model: { id: 'm' }, store, tools }).chat('again', { sessionId: 's' })
  for (const { messages } of transport.requests.slice(1)) {
    expect(messages.slice(2, 4)).toMatchObject([{ content: 'slow' }, { content: 'quick' }])
  }
})

/** Creates an executor that runs all calls concurrently and yields each `tool-end` as it happens. */
function sideBySide(run: Record<string, () => Promise<string>>) {
  const definitions = Object.keys(run).map((name) => ({ name, description: name, parameters: { type: 'object' } }))
  return {
    ...fakeTools({}),
    definitions: async () => definitions,
    async *execute(calls: Parameters<ReturnType<typeof fakeTools>['execute']>[0]) {
      const left = new Map(
        calls.map((made) => [made.id, run[made.function.name]?.().then((content) => ({ made, content }))]),
      )
      while (left.size > 0) {
        const ended = await Promise.race(left.values())
        if (!ended) return
        left.delete(ended.made.id)
        const message = { role: 'tool', tool_call_id: ended.made.id, content: ended.content } as const
        yield { type: 'tool-end', call: ended.made, message, isError: false, durationMs: 0 } as const
      }
    },
  }
}
