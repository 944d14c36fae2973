import { fakeTools } from '@hermes/testkit'
import { expect, test } from 'vitest'
import type { Transport, TransportEvent } from '../../contracts/model/transport.js'
import { noUsage } from '../../contracts/model/usage.js'
import type { AgentEvent } from '../../contracts/turn/event.js'
import { createMemoryStore } from '../../session/memory-store.js'
import { createAgent } from '../create-agent.js'

/** Creates a transport that answers every request with these events. */
function playing(events: readonly TransportEvent[]): Transport {
  return {
    id: 'playing',
    apiMode: 'chat_completions',
    async *stream() {
      yield* events
    },
  }
}

const finish = (content: string): TransportEvent => ({
  type: 'finish',
  message: { role: 'assistant', content },
  reason: 'stop',
  usage: noUsage,
})

test('passes on notices in order, and builds the history from the finish alone', async () => {
  const answer: readonly TransportEvent[] = [
    { type: 'text-delta', text: 'half an ans' },
    { type: 'restart' },
    { type: 'notice', code: 'retry', text: 'The connection broke. Trying again.' },
    { type: 'text-delta', text: 'whole' },
  ]
  const store = createMemoryStore()
  const agent = createAgent({ transport: playing([...answer, finish('whole')]), model: { id: 'm' }, store })
  const run = agent.run('go')
  const events: AgentEvent[] = []
  for await (const event of run) events.push(event)
  const start = events.findIndex((event) => event.type === 'iteration-start')
  const end = events.findIndex((event) => event.type === 'iteration-end')
  expect(events.slice(start + 1, end)).toEqual(answer)
  const said = (await store.messages.load(run.sessionId)).map(({ message }) => message.content)
  expect(said).toEqual(['go', 'whole'])
})

test('does not join deltas across a restart, however late they are read', async () => {
  const agent = createAgent({
    transport: playing([
      { type: 'text-delta', text: 'a' },
      { type: 'text-delta', text: 'b' },
      { type: 'restart' },
      { type: 'text-delta', text: 'c' },
      { type: 'text-delta', text: 'd' },
      finish('cd'),
    ]),
    model: { id: 'm' },
  })
  const run = agent.run('go')
  await run.result
  let shown = ''
  for await (const event of run) {
    if (event.type === 'restart') shown = ''
    if (event.type === 'text-delta') shown += event.text
  }
  expect(shown).toBe('cd')
})

test('drops an answer that arrives together with an interrupt, and counts its usage once', async () => {
  const usage = { ...noUsage, inputTokens: 70, outputTokens: 3 }
  const store = createMemoryStore()
  const transport: Transport = {
    ...playing([]),
    async *stream() {
      run.interrupt('Stop.')
      yield { type: 'finish', message: { role: 'assistant', content: 'whole' }, reason: 'stop', usage }
    },
  }
  const run = createAgent({ transport, model: { id: 'm' }, store }).run('go')
  expect(await run.result).toMatchObject({ outcome: { status: 'interrupted' }, usage })
  expect(await store.sessions.get(run.sessionId)).toMatchObject({ apiCallCount: 1, usage })
  expect(await store.messages.load(run.sessionId)).toHaveLength(1)
})

test.each<[string, unknown, string]>([
  ['without usage', undefined, 'usage'],
  ['without a count', { ...noUsage, inputTokens: 60, outputTokens: undefined }, 'outputTokens'],
  ['with a count that is no number', { ...noUsage, inputTokens: 60, cacheReadTokens: Number.NaN }, 'cacheReadTokens'],
])('counts 0 tokens for a finish %s, reports it once, and still enforces maxTokens', async (_, usage, missing) => {
  let calls = 0
  const finish = (): TransportEvent => {
    const made = {
      id: `c${++calls}`,
      type: 'function',
      function: { name: 'act', arguments: `{"n":${calls}}` },
    } as const
    const event: TransportEvent = {
      type: 'finish',
      message: { role: 'assistant', content: null, tool_calls: [made] },
      reason: 'tool-calls',
      usage: noUsage,
    }
    // Transports may be written without types.
    return Object.assign(event, { usage })
  }
  const transport: Transport = {
    id: 'careless',
    apiMode: 'chat',
    async *stream() {
      yield finish()
    },
  }
  const agent = createAgent({
    transport,
    model: { id: 'm' },
    tools: fakeTools({ act: () => 'done' }),
    budget: { maxTokens: 100, maxIterations: 5 },
  })
  const run = agent.run('go')
  const notices: string[] = []
  for await (const event of run) if (event.type === 'notice' && event.code === 'usage-missing') notices.push(event.text)
  const { outcome, usage: counted } = await run.result
  expect(notices).toEqual([expect.stringContaining(`The transport "careless" reports no ${missing}:`)])
  expect(outcome).toMatchObject({ status: 'exhausted', limit: usage === undefined ? 'iterations' : 'tokens' })
  expect(Object.values(counted).every(Number.isFinite)).toBe(true)
})
