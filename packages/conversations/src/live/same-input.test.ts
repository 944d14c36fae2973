import { setImmediate as nextTurn } from 'node:timers/promises'
import { createAgent, createMemoryStore, StoreError } from '@hermes/core'
import type { WorkQueue } from '@hermes/core/queue'
import { claimConversation } from '@hermes/core/sessions'
import { hang, scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createConversations } from './create-conversations.js'

const owner = { person: { id: 'local', role: 'admin' }, surface: { kind: 'chat' } } as const

/** Creates a store whose queue hands out an input before `put` has returned. */
function storeWith(settlePut: () => boolean) {
  const memory = createMemoryStore()
  const queue = queueOf(memory)
  const started = Promise.withResolvers<void>()
  const slow: WorkQueue = {
    ...queue,
    async put(item) {
      await queue.put(item)
      await started.promise
      return settlePut()
    },
    work: (name, handle, options) =>
      queue.work(
        name,
        async (item, claim) => {
          const handled = handle(item, claim)
          started.resolve()
          await handled
        },
        options,
      ),
  }
  return { ...memory, queue: slow }
}

function queueOf({ queue }: ReturnType<typeof createMemoryStore>): WorkQueue {
  if (!queue) throw new Error('The store has no work queue.')
  return queue
}

function open(settlePut: () => boolean) {
  const store = storeWith(settlePut)
  const agent = createAgent({ transport: scripted([text('Hello.')]), store, model: { id: 'm' } })
  return {
    store,
    conversations: createConversations({ store, agentFor: async () => ({ agent, model: { id: 'm', provider: 'p' } }) }),
  }
}

test('runs the input of another process that stored the same id first', async () => {
  const { store, conversations } = open(() => false)
  const conversation = await conversations.open({ seed: {} })
  const submission = conversation.submit({ content: 'Hi', id: '1' }, owner)
  expect(await submission.accepted).toEqual({ as: 'duplicate' })
  await expect.poll(() => store.queue.list()).toEqual([])
  const messages = (await store.messages.load(conversation.id)).map(({ message: { content } }) => content)
  expect(messages).toEqual(['Hi', 'Hello.'])
  expect(conversation.state).toMatchObject({ activity: 'idle', queued: [] })
})

test('runs an input whose confirmation was lost after it was stored', async () => {
  const { store, conversations } = open(() => {
    throw new StoreError('unavailable', 'The connection was lost.')
  })
  const conversation = await conversations.open({ seed: {} })
  const submission = conversation.submit({ content: 'Hi', id: '1' }, owner)
  await expect(submission.accepted).rejects.toThrow('The connection was lost.')
  await expect.poll(() => store.queue.list()).toEqual([])
  expect((await store.messages.load(conversation.id)).map(({ message }) => message.role)).toEqual(['user', 'assistant'])
})

test('waits for the answer that another process is writing to the same input', async () => {
  const store = createMemoryStore()
  const agent = createAgent({ transport: scripted([]), store, model: { id: 'm' } })
  await store.sessions.create({ id: 's', source: 'chat', startedAtMs: 0 })
  const turn = await claimConversation(store, 's', { signal: new AbortController().signal })
  const item = { queue: 'inputs', id: JSON.stringify(['s', '1']), lane: 's' }
  await store.messages.append(
    's',
    [{ message: { role: 'user', content: 'Hi' }, timestampMs: 1, platformMessageId: '1' }],
    {
      settles: item,
    },
  )

  await using conversations = createConversations({
    store,
    agentFor: async () => ({ agent, model: { id: 'm', provider: 'p' } }),
  })
  const conversation = await conversations.open({ id: 's', seed: {} })
  const submission = conversation.submit({ content: 'Hi', id: '1' }, owner)
  expect(await submission.accepted).toEqual({ as: 'duplicate' })
  const laterOn = async () => {
    for (let turn = 0; turn < 50; turn += 1) await nextTurn()
    return 'still waiting'
  }
  expect(await Promise.race([submission.ended, laterOn()])).toBe('still waiting')
  await store.messages.append('s', [{ message: { role: 'assistant', content: 'Hello.' }, timestampMs: 2 }])
  await turn[Symbol.asyncDispose]()
  expect(await submission.ended).toEqual({ status: 'duplicate', reply: 'Hello.' })
})

test('waits for the answer that another process produces after this one has lost the turn', async () => {
  const store = createMemoryStore()
  await store.sessions.create({ id: 's', source: 'chat', startedAtMs: 0 })
  const { claims } = store
  if (!claims) throw new TypeError('The store has no claims.')
  const lost = new AbortController()
  const losing: typeof claims = {
    acquire: async (lane, options) => {
      const claim = await claims.acquire(lane, options)
      return { ...claim, signal: lost.signal, [Symbol.asyncDispose]: () => claim[Symbol.asyncDispose]() }
    },
  }
  const transport = scripted([hang()])
  const agent = createAgent({
    transport,
    store: { ...store, claims: losing },
    model: { id: 'm' },
  })
  await using conversations = createConversations({
    store,
    agentFor: async () => ({ agent, model: { id: 'm', provider: 'p' } }),
  })
  const conversation = await conversations.open({ id: 's', seed: {} })
  const input = { content: 'Hi', id: '1' }
  const first = conversation.submit(input, owner)
  await expect.poll(() => transport.requests.length).toBe(1)
  const again = conversation.submit(input, owner)
  expect(await again.accepted).toEqual({ as: 'duplicate' })
  const other = claimConversation(store, 's', { signal: new AbortController().signal })
  lost.abort(new StoreError('fenced', 'The turn was taken.'))
  expect(await first.ended).toMatchObject({ status: 'turn', result: { outcome: { status: 'failed' } } })
  const turn = await other
  await store.messages.append('s', [{ message: { role: 'assistant', content: 'Hello.' }, timestampMs: 2 }])
  await turn[Symbol.asyncDispose]()
  expect(await again.ended).toEqual({ status: 'duplicate', reply: 'Hello.' })
})

/** Creates a conversation in two processes, with the input "1" in the queue of the first one. */
async function queuedElsewhere() {
  const store = createMemoryStore()
  await store.sessions.create({ id: 's', source: 'chat', startedAtMs: 0 })
  const agent = createAgent({ transport: scripted([text('Hello.')]), store, model: { id: 'm' } })
  const open = async () => {
    const conversations = createConversations({
      store,
      agentFor: async () => ({ agent, model: { id: 'm', provider: 'p' } }),
    })
    return { conversations, conversation: await conversations.open({ id: 's', seed: {} }) }
  }
  const [first, second] = [await open(), await open()]
  const busy = await claimConversation(store, 's', { signal: new AbortController().signal })
  const input = { content: 'Hi', id: '1' }
  const queued = first.conversation.submit(input, owner)
  await queued.accepted
  await expect.poll(() => queueOf(store).list({ queue: 'inputs' })).toMatchObject([{ status: 'claimed' }])
  const again = second.conversation.submit(input, owner)
  expect(await again.accepted).toEqual({ as: 'duplicate' })
  const endBusy = () => busy[Symbol.asyncDispose]()
  return { store, first: first.conversations, second: second.conversations, queued, again, endBusy }
}

test('waits for the answer to an input that another process has in its queue', async () => {
  const { store, first, second, queued, again, endBusy } = await queuedElsewhere()
  await using _ = first
  await using __ = second
  await endBusy()
  expect(await queued.ended).toMatchObject({ status: 'turn' })
  expect(await again.ended).toEqual({ status: 'duplicate', reply: 'Hello.' })
  expect(await store.messages.load('s')).toHaveLength(2)
})

test('answers an input that another process has left in its queue', async () => {
  const { store, first, second, queued, again, endBusy } = await queuedElsewhere()
  await using _ = second
  await first[Symbol.asyncDispose]()
  expect(await queued.ended).toEqual({ status: 'left-queued' })
  await endBusy()
  expect(await again.ended).toEqual({ status: 'duplicate', reply: 'Hello.' })
  expect(await store.messages.load('s')).toHaveLength(2)
})

test('stops waiting for the answer of another process when its own process stops', async () => {
  const { first, second, again, endBusy } = await queuedElsewhere()
  await second[Symbol.asyncDispose]()
  expect(await again.ended).toEqual({ status: 'left-queued' })
  await endBusy()
  await first[Symbol.asyncDispose]()
})
