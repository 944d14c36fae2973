import { createAgent, createMemoryStore, StoreError } from '@hermes/core'
import type { WorkQueue } from '@hermes/core/queue'
import { scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createConversations } from './create-conversations.js'

const owner = { person: { id: 'local', role: 'admin' }, surface: { kind: 'chat' } } as const

/** A store whose queue hands an input out before `put` has returned. */
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
