import { hang, type Reply, scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import type { Run } from '../../contracts/agent/agent.js'
import { InterruptError } from '../../contracts/errors/errors.js'
import { textOf } from '../../contracts/model/message.js'
import type { AcquireOptions, LaneClaim } from '../../contracts/sessions/lane-claims.js'
import type { SessionStore } from '../../contracts/sessions/session-store.js'
import type { AgentEvent } from '../../contracts/turn/event.js'
import { createMemoryStore } from '../../session/memory-store.js'
import { createAgent } from '../create-agent.js'

type Acquire = (lane: string, options: AcquireOptions) => Promise<LaneClaim>

/** Creates an agent whose claims are wrapped by `change`. */
function setUp(change: (acquire: Acquire) => Acquire = (acquire) => acquire, replies: readonly Reply[] = []) {
  const memory = createMemoryStore()
  const { claims } = memory
  if (!claims) throw new Error('no claims')
  const store: SessionStore = { ...memory, claims: { acquire: change(claims.acquire) } }
  const transport = scripted([...replies, text('yes'), text('yes')])
  return { agent: createAgent({ transport, model: { id: 'm' }, store }), store: memory, claims }
}

async function eventsOf(run: Run): Promise<readonly AgentEvent[]> {
  const events: AgentEvent[] = []
  for await (const event of run) events.push(event)
  return events
}

const said = async (store: SessionStore, id: string) =>
  (await store.messages.load(id)).map(({ message }) => textOf(message.content))

test('claims the conversation by its root id and releases the claim', async () => {
  const lanes: string[] = []
  const { agent, store, claims } = setUp((acquire) => (lane, options) => {
    lanes.push(lane)
    return acquire(lane, options)
  })
  await store.sessions.create({ id: 'root', source: 'cli', startedAtMs: 1 })
  await store.sessions.split('root', {
    id: 'child',
    atMs: 2,
    messages: [{ message: { role: 'user', content: 'what was said' }, timestampMs: 2 }],
  })
  await agent.chat('go on', { sessionId: 'child' })
  await agent.chat('and a new one', { sessionId: 'new' })
  await agent.resume('nobody').result
  expect(lanes).toEqual(['turn root', 'turn new', 'turn nobody'])
  for (const lane of lanes) await claims.acquire(lane, { signal: new AbortController().signal })
})

test('runs the turns of two agents on one store one after another', async () => {
  const { agent, store } = setUp()
  const other = createAgent({ transport: scripted([text('other')]), model: { id: 'm' }, store })
  await Promise.all([agent.chat('one', { sessionId: 's' }), other.chat('two', { sessionId: 's' })])
  const roles = (await store.messages.load('s')).map(({ message }) => message.role)
  expect(roles).toEqual(['user', 'assistant', 'user', 'assistant'])
})

test('emits a notice when a turn waits for another process', async () => {
  const { agent } = setUp((acquire) => (lane, options) => {
    options.onWait?.('process 7 on this machine')
    return acquire(lane, options)
  })
  const events = await eventsOf(agent.run('go', { sessionId: 's' }))
  expect(events.slice(0, 2)).toMatchObject([
    { type: 'notice', code: 'session-busy', text: expect.stringContaining('process 7 on this machine') },
    { type: 'turn-start' },
  ])
})

test('ends the wait on an interrupt and stores nothing', async () => {
  const controller = new AbortController()
  const { agent, store } = setUp((acquire) => (lane, options) => {
    controller.abort(new InterruptError('enough'))
    return acquire(lane, options)
  })
  const run = agent.run('go', { sessionId: 's', signal: controller.signal })
  expect((await run.result).outcome).toEqual({ status: 'interrupted', reason: 'enough' })
  expect(await store.sessions.get('s')).toBeUndefined()
})

test('fails a turn whose claim was lost and stores nothing more', async () => {
  let claim: LaneClaim | undefined
  const { agent, store, claims } = setUp((acquire) => async (lane, options) => {
    claim = await acquire(lane, options)
    return claim
  })
  const run = agent.run('go', { sessionId: 's' })
  for await (const event of run) {
    if (event.type !== 'iteration-start') continue
    await claim?.[Symbol.asyncDispose]()
    await claims.acquire('turn s', { signal: new AbortController().signal })
  }
  expect((await run.result).outcome).toMatchObject({ status: 'failed', error: { code: 'store/fenced' } })
  expect(await said(store, 's')).toEqual(['go'])
  // The usage of the rejected answer is still counted.
  expect(await store.sessions.get('s')).toMatchObject({ apiCallCount: 1 })
})

test('aborts the running model call when the claim is lost', async () => {
  const lost = new AbortController()
  const { agent, store, claims } = setUp(
    (acquire) => async (lane, options) => ({ ...(await acquire(lane, options)), signal: lost.signal }),
    [hang()],
  )
  const run = agent.run('go', { sessionId: 's' })
  for await (const event of run) {
    if (event.type !== 'iteration-start') continue
    const { lostLane } = await import('../../claims/create-lane-claims.js')
    lost.abort(lostLane({ lane: 'turn s' }))
  }
  expect((await run.result).outcome).toMatchObject({ status: 'failed', error: { code: 'store/fenced' } })
  expect(await said(store, 's')).toEqual(['go'])
  await claims.acquire('turn s', { signal: new AbortController().signal })
})

test('settles the queue item that delivered the input', async () => {
  const { agent, store } = setUp()
  await store.queue?.put({ queue: 'inbox', lane: 's', id: '1', payload: 'go' })
  const stop = new AbortController()
  await store.queue?.work(
    'inbox',
    async ({ payload }, { item }) => {
      const run = agent.run(String(payload), { sessionId: 's', settles: item })
      for await (const event of run) {
        if (event.type === 'iteration-start') {
          expect(await store.queue?.get(item)).toMatchObject({ status: 'done' })
        }
      }
      expect((await agent.run('twice', { sessionId: 's', settles: item }).result).outcome).toMatchObject({
        status: 'failed',
        error: { code: 'store/fenced' },
      })
      stop.abort()
    },
    { signal: stop.signal },
  )
  expect(await said(store, 's')).toEqual(['go', 'yes'])
})
