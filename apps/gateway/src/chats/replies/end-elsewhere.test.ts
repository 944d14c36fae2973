import { type Conversations, createConversations, type Sender, type Submission } from '@hermes/conversations'
import { createAgent, createMemoryStore } from '@hermes/core'
import { scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { endElsewhere } from './end-elsewhere.js'

const from: Sender = { person: { id: 'local', role: 'admin' }, surface: { kind: 'chat' } }

test('finds the answer to an input whose turn another process begins and ends while the queue is asked', async () => {
  const store = createMemoryStore()
  await store.sessions.create({ id: 's', source: 'chat', startedAtMs: 0 })
  const agent = createAgent({ transport: scripted([text('Hello.')]), store, model: { id: 'm' } })
  const open = () =>
    createConversations({ store, agentFor: async () => ({ agent, model: { id: 'm', provider: 'p' } }) })
  await using other = open()
  await using own = open()
  const conversation = await own.open({ id: 's', seed: {} })
  let isAnswered = false
  const conversations: Pick<Conversations, 'finish' | 'isClosing'> = {
    isClosing: false,
    async finish(target, sender) {
      if (!isAnswered) {
        const first = (await other.open({ id: 's', seed: {} })).submit({ content: 'Hi', id: '1' }, from)
        expect(await first.ended).toMatchObject({ status: 'turn' })
        isAnswered = true
      }
      return own.finish(target, sender)
    },
  }
  const { signal } = new AbortController()
  const options = { conversations, store, conversation, from, live: { follow: () => undefined }, signal }
  expect(await endElsewhere('1', options)).toEqual({ status: 'duplicate', reply: 'Hello.' })
  expect(await endElsewhere('2', options)).toEqual({ status: 'duplicate' })
})

test('finishes the turn of an input under the id of the input', async () => {
  const store = createMemoryStore()
  await store.sessions.create({ id: 's', source: 'chat', startedAtMs: 0 })
  const asked = { message: { role: 'user', content: 'Hi' }, platformMessageId: '1', timestampMs: 0 } as const
  await store.messages.append('s', [asked])
  const agent = createAgent({ transport: scripted([text('Hello.')]), store, model: { id: 'm' } })
  const agentFor = async () => ({ agent, model: { id: 'm', provider: 'p' } })
  await using conversations = createConversations({ store, agentFor })
  const conversation = await conversations.open({ id: 's' })
  const followed: string[] = []
  const live = { follow: ({ id }: Pick<Submission, 'id'>) => void followed.push(id) }
  const { signal } = new AbortController()
  const options = { conversations, store, conversation, from, live, signal }
  expect(await endElsewhere('1', options)).toEqual({ status: 'duplicate', reply: 'Hello.' })
  expect(followed).toEqual(['1'])
})
