import { setImmediate as nextTurn } from 'node:timers/promises'
import { createAgent, createMemoryStore, type SessionStore, StoreError } from '@hermes/core'
import type { NewWorkItem, WorkQueue } from '@hermes/core/queue'
import { scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createConversations } from './create-conversations.js'

const owner = { person: { id: 'local', role: 'admin' }, surface: { kind: 'chat' } } as const
const input = { content: 'Hi', id: '1', isNew: true, isVolatile: true }

/** Creates processes that share a store. `put` collects what they put into its queue. */
function setUp(change: (store: SessionStore) => SessionStore = (store) => store) {
  const memory = createMemoryStore()
  const { queue } = memory
  if (!queue) throw new Error('The store has no work queue.')
  const put: NewWorkItem[] = []
  const watched: WorkQueue = {
    ...queue,
    put(item, options) {
      put.push(item)
      return queue.put(item, options)
    },
  }
  const store = change({ ...memory, queue: watched })
  const agent = createAgent({
    transport: scripted(['Hello.', 'Again.', 'Once more.', 'Goodbye.'].map((each) => text(each))),
    store,
    model: { id: 'm' },
  })
  const start = () =>
    createConversations({ store, agentFor: async () => ({ agent, model: { id: 'm', provider: 'p' } }) })
  const contents = async (id: string) => (await store.messages.load(id)).map(({ message: { content } }) => content)
  return { store, put, start, contents }
}

test('stores an input that is known to be new with its turn, and never again', async () => {
  const { put, start, contents } = setUp()
  const conversation = await start().open({ seed: {} })
  const submission = conversation.submit(input, owner)
  expect(conversation.state.queued).toEqual([])
  expect(await submission.accepted).toMatchObject({ as: 'turn' })
  expect(await submission.ended).toMatchObject({ status: 'turn' })
  expect(put).toEqual([])
  const again = conversation.submit({ ...input, isNew: false }, owner)
  expect(await again.ended).toEqual({ status: 'duplicate', reply: 'Hello.' })
  expect(await contents(conversation.id)).toEqual(['Hi', 'Hello.'])
  expect(conversation.state).toMatchObject({ activity: 'idle', queued: [] })
})

test('an input that another process has stored in the meantime has no effect', async () => {
  const { start, contents } = setUp()
  const [one, other] = [start(), start()]
  const conversation = await one.open({ seed: {} })
  await conversation.submit({ content: 'Before', id: '0' }, owner).ended
  const same = await other.open({ id: conversation.id })
  await same.submit({ ...input, isNew: false }, owner).ended
  expect(await conversation.submit(input, owner).ended).toEqual({ status: 'elsewhere' })
  expect(await contents(conversation.id)).toEqual(['Before', 'Hello.', 'Hi', 'Again.'])
  expect(conversation.state).toMatchObject({ activity: 'idle', queued: [] })
})

test('queues an input that could not be stored with its turn', async () => {
  let failures = 1
  const { put, start, contents } = setUp((store) => ({
    ...store,
    messages: {
      ...store.messages,
      async append(...parameters) {
        if (failures-- > 0) throw new StoreError('unavailable', 'The disk is busy.')
        return store.messages.append(...parameters)
      },
    },
  }))
  const conversation = await start().open({ seed: {} })
  expect(await conversation.submit(input, owner).ended).toMatchObject({ status: 'turn' })
  expect(put).toMatchObject([{ queue: 'inputs' }])
  expect(await contents(conversation.id)).toEqual(['Hi', 'Hello.'])
})

test('a second input waits in the queue for the turn of an input that was not queued', async () => {
  const { put, start, contents } = setUp()
  const conversation = await start().open({ seed: {} })
  const [first, second] = [input, { ...input, content: 'More', id: '2' }].map((each) =>
    conversation.submit(each, owner),
  )
  expect(await second?.accepted).toMatchObject({ as: 'queued' })
  expect((await first?.ended)?.status).toBe('turn')
  expect((await second?.ended)?.status).toBe('turn')
  expect(put).toHaveLength(1)
  expect(await contents(conversation.id)).toEqual(['Hi', 'Hello.', 'More', 'Again.'])
})

test('a power failure can only undo an input that its sender keeps', async () => {
  const appends: (boolean | undefined)[] = []
  const { start } = setUp((store) => ({
    ...store,
    messages: {
      ...store.messages,
      append(id, messages, options) {
        appends.push(options?.isVolatile)
        return store.messages.append(id, messages, options)
      },
    },
  }))
  const conversation = await start().open({ seed: {} })
  await conversation.submit(input, owner).ended
  expect(appends).toEqual([true, true])
  await conversation.submit({ content: 'More', id: '2' }, owner).ended
  expect(appends.slice(2)).toEqual([false, false])
  await conversation.submit({ content: 'Even more', isVolatile: true }, owner).ended
  await conversation.submit({ content: 'The last' }, owner).ended
  expect(appends.slice(4)).toEqual([true, true, false, false])
})

test('after a crash, later inputs are not found before an input that is not stored yet', async () => {
  const gate = Promise.withResolvers<void>()
  const { store, put, contents } = setUp()
  const agent = createAgent({ transport: scripted([text('Hello.'), text('Again.')]), store, model: { id: 'm' } })
  const conversations = createConversations({
    store,
    async agentFor() {
      await gate.promise
      return { agent, model: { id: 'm', provider: 'p' } }
    },
  })
  const conversation = await conversations.open({ seed: {} })
  conversation.submit(input, owner)
  const next = conversation.submit({ content: 'And?', id: '2', whenBusy: 'queue' }, owner)
  for (let turn = 0; turn < 50; turn += 1) await nextTurn()
  expect(put).toEqual([])
  gate.resolve()
  expect(await next.accepted).toMatchObject({ as: 'queued' })
  expect(await next.ended).toMatchObject({ status: 'turn' })
  expect(await contents(conversation.id)).toEqual(['Hi', 'Hello.', 'And?', 'Again.'])
})
