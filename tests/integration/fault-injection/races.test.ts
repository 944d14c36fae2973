import {
  type AgentEvent,
  type AgentOptions,
  type ContextEngine,
  createAgent,
  createMemoryStore,
  type Message,
  type Run,
  type SessionStore,
  sanitizeTranscript,
  type Tool,
  TransportError,
} from '@hermes/core'
import { call, calls, fail, hang, type ScriptedReply, scripted, text } from '@hermes/testkit'
import { createToolExecutor, createToolRegistry } from '@hermes/tools'
import { describe, expect, test } from 'vitest'
import { diskIsFull, type StoreFault, withFaults } from './failing-store.js'

/** An agent on real parts, whose tools write down what they did. */
function setUp(replies: Iterable<ScriptedReply>, options: Partial<AgentOptions> & { fault?: StoreFault } = {}) {
  const { fault = () => undefined, ...rest } = options
  const effects: string[] = []
  const memory = createMemoryStore()
  const store = withFaults(memory, fault)
  const transport = scripted(replies)
  const registry = createToolRegistry([tool('look', 'read', effects), tool('send', 'once', effects)])
  const tools = createToolExecutor({ registry, limits: { graceMs: 0 } })
  const agent = createAgent({ transport, model: { id: 'm' }, store, tools, ...rest })
  return { agent, store: memory, transport, effects, registry }
}

function tool(name: string, effect: Tool['effect'], effects: string[]): Tool {
  return {
    name,
    effect,
    description: name,
    toolset: 'test',
    parameters: { type: 'object' },
    concurrency: 'safe',
    run: async (_, { callId }) => `${name} ${effects.push(callId)}`,
  }
}

async function historyOf(store: SessionStore, id = 's'): Promise<readonly Message[]> {
  return (await store.messages.load(id)).map(({ message }) => message)
}

async function follow(run: Run, see: (event: AgentEvent) => void) {
  for await (const event of run) see(event)
  return run.result
}

const twoCalls = calls([call('look', {}, { id: 'a' }), call('send', {}, { id: 'b' })])
const rolesOf = (messages: readonly Message[]) => messages.map(({ role }) => role)

describe('an interrupt', () => {
  test.each(['assistant', 'tool'] as const)(
    'while a message of role %s is being stored leaves a whole history',
    async (role) => {
      const runs: Run[] = []
      const { agent, store, effects } = setUp([twoCalls, text('done')])
      const append = store.messages.append
      const interrupting: SessionStore = {
        ...store,
        messages: {
          ...store.messages,
          async append(id, messages, usage) {
            const stored = await append(id, messages, usage)
            if (messages[0]?.message.role === role) runs[0]?.interrupt('stop')
            return stored
          },
        },
      }
      expect(agent).toBeDefined()
      const registry = createToolRegistry([tool('look', 'read', effects), tool('send', 'once', effects)])
      const tools = createToolExecutor({ registry, limits: { graceMs: 0 } })
      const transport = scripted([twoCalls, text('done')])
      const own = createAgent({ transport, model: { id: 'm' }, store: interrupting, tools })
      runs.push(own.run('go', { sessionId: 's' }))
      expect((await runs[0]?.result)?.outcome).toEqual({ status: 'interrupted', reason: 'stop' })
      const history = await historyOf(store)
      expect(rolesOf(history)).toEqual(['user', 'assistant', 'tool', 'tool'])
      expect(sanitizeTranscript(history)).toBe(history)
    },
  )
})

test('resume: history that is not legal as stored', async () => {
  const { agent, store, transport } = setUp([text('done')])
  await store.sessions.create({ id: 's', source: 'cli', startedAtMs: 0 })
  for (const content of ['one', 'two'])
    await store.messages.append('s', [{ message: { role: 'user', content }, timestampMs: 0 }])
  await agent.resume('s').result
  const messages = transport.requests[0]?.messages ?? []
  expect(sanitizeTranscript(messages)).toEqual(messages)
})

test('skipped compression keeps its state within the turn', async () => {
  const states: unknown[] = []
  const engine: ContextEngine = {
    id: 'e',
    shouldCompress: ({ state }) => {
      states.push(state)
      return !state.cooling
    },
    compress: async () => ({ status: 'skipped', reason: 'no', state: { cooling: true } }),
  }
  const { agent } = setUp([call('look'), text('done')], { contextEngine: engine })
  await agent.run('go').result
  expect(states).toEqual([{}, { cooling: true }])
})

test('kept partial of a continued answer is all that was shown', async () => {
  const { agent, store } = setUp([
    text('One, two, th', { reason: 'length' }),
    hang(text('ree, fo', { pace: { pieceSize: 99 } })),
  ])
  const run = agent.run('go', { sessionId: 's' })
  await follow(run, (event) => {
    if (event.type === 'text-delta' && event.text.includes('ree')) run.interrupt('x', { keepPartial: true })
  })
  expect((await historyOf(store))[1]?.content).toBe('One, two, three, fo')
})

test('steer is handed back when the store fails', async () => {
  const runs: Run[] = []
  let n = 0
  const { agent } = setUp([twoCalls, text('done')], {
    fault: (write) => {
      if (write === 'append') n += 1
      if (write === 'append' && n === 3) runs[0]?.steer('left')
      if (write === 'append' && n === 5) throw diskIsFull()
    },
  })
  runs.push(agent.run('go'))
  const result = await runs[0]?.result
  expect(result?.outcome.status).toBe('failed')
  expect(result?.undeliveredSteer).toBe('left')
})

test('grace call usage is stored', async () => {
  const { agent, store } = setUp([call('look'), call('look'), text('summary')], { budget: { maxIterations: 1 } })
  const { usage } = await agent.run('go', { sessionId: 's' }).result
  expect((await store.sessions.get('s'))?.usage).toEqual(usage)
})

test('void then kept', async () => {
  const { agent } = setUp([
    text('One, two, th', { reason: 'length' }),
    text('ree '.repeat(9000), { pace: { pieceSize: 500 } }),
    text('One, two, three.'),
  ])
  expect((await agent.run('go').result).finalResponse).toBe('One, two, three.')
})

test('cut then promise', async () => {
  const { agent } = setUp([
    text('One, two, th', { reason: 'length' }),
    text("ree. I'll run the tests now."),
    text('done'),
  ])
  expect((await agent.run('go').result).finalResponse).toBe("One, two, three. I'll run the tests now.\n\ndone")
})

test('resume after keepPartial', async () => {
  const { agent } = setUp([hang(text('half an', { pace: { pieceSize: 99 } })), text('whole')])
  const run = agent.run('go', { sessionId: 's' })
  await follow(run, (event) => {
    if (event.type === 'text-delta') run.interrupt('x', { keepPartial: true })
  })
  expect((await agent.resume('s').result).finalResponse).toBe('whole')
})

test('overflow in a continuation: what was shown is taken back', async () => {
  const engine: ContextEngine = {
    id: 'e',
    shouldCompress: () => false,
    compress: async ({ messages, state }) => ({
      status: 'compressed',
      messages,
      state,
      tokensBefore: 2,
      tokensAfter: 1,
    }),
  }
  const { agent } = setUp(
    [
      text('One, two, th', { reason: 'length' }),
      fail(new TransportError('context-overflow', 'Too long.')),
      text('One, two, three.'),
    ],
    { contextEngine: engine },
  )
  let shown = ''
  const result = await follow(agent.run('go'), (event) => {
    if (event.type === 'text-delta') shown += event.text
    if (event.type === 'restart') shown = ''
  })
  expect([result.finalResponse, shown]).toEqual(['One, two, three.', 'One, two, three.'])
})

test('queue after an interrupt of the waiting run', async () => {
  const { agent, store } = setUp([hang(), text('answer')])
  const session = agent.session('s')
  const first = session.run('first')
  const second = session.queue('second')
  second.interrupt()
  const third = session.queue('third')
  first.interrupt()
  await Promise.all([first.result, second.result, third.result])
  expect((await historyOf(store)).map(({ content }) => content)).toContain('third')
})

test('result messages legal after store failure', async () => {
  let n = 0
  const { agent, store } = setUp([twoCalls, text('done')], {
    fault: (write) => {
      if (write === 'append') n += 1
      if (n >= 3) throw diskIsFull()
    },
  })
  const { messages, outcome } = await agent.run('go', { sessionId: 's' }).result
  console.log(outcome, messages, await historyOf(store))
  expect(sanitizeTranscript(messages)).toBe(messages)
})
test('a result that could not be stored', async () => {
  let n = 0
  const { agent, store } = setUp([twoCalls, text('done')], {
    fault: (write) => {
      if (write === 'append') n += 1
      if (n === 3) throw diskIsFull()
    },
  })
  const { outcome } = await agent.run('go', { sessionId: 's' }).result
  console.log(outcome, JSON.stringify(await historyOf(store), null, 1))
})
