import { type Conversations, createConversations, type Sender, type Submission } from '@hermes/conversations'
import { createAgent, createMemoryStore, type NewMessage } from '@hermes/core'
import { claimConversation, readSteers } from '@hermes/core/sessions'
import { scripted, text } from '@hermes/testkit'
import { expect, onTestFinished, test, vi } from 'vitest'
import { endElsewhere } from './end-elsewhere.js'
import { isElsewhere } from './reply-ends.js'

const from: Sender = { person: { id: 'local', role: 'admin' }, surface: { kind: 'chat' } }

test('finds the answer to an input whose turn another process starts and ends while the queue is asked', async () => {
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

test('asks the store again when another process has continued the turn first', async () => {
  const store = createMemoryStore()
  await store.sessions.create({ id: 's', source: 'chat', startedAtMs: 0 })
  const agent = createAgent({ transport: scripted([]), store, model: { id: 'm' } })
  const agentFor = async () => ({ agent, model: { id: 'm', provider: 'p' } })
  await using conversations = createConversations({ store, agentFor })
  const conversation = await conversations.open({ id: 's' })
  // The call continues the latest turn, and finds it ended by the other process.
  const finishing = await conversations.finish({ id: 's' }, from)
  vi.spyOn(conversation, 'submissionOf').mockImplementationOnce(() => finishing)
  const other = {
    isClosing: false,
    async finish(...target: Parameters<Conversations['finish']>) {
      await store.messages.append('s', [asked('1'), answered('Hello.')])
      return conversations.finish(...target)
    },
  }
  const { signal } = new AbortController()
  const options = { conversations: other, store, conversation, from, live: { follow: () => undefined }, signal }
  expect(await finishing.ended).toMatchObject({ status: 'refused', reason: 'nothing-to-continue' })
  expect(await endElsewhere('1', options)).toEqual({ status: 'duplicate', reply: 'Hello.' })
})

test.each([
  ['hello', true],
  ['/continue', false],
])('whether the store is asked after another process has continued the turn of %s: %s', (text, isAsked) => {
  const sender = { id: 'ada' }
  const event = { type: 'message', id: '1', chatId: 'c', chatType: 'direct', messageId: 'm', sender, text } as const
  const end = { status: 'refused', reason: 'nothing-to-continue', message: 'There is nothing to continue.' } as const
  expect(isElsewhere(end, { ...event, isAddressed: true, attachments: [], sentAtMs: 0 })).toBe(isAsked)
})

/** Returns a conversation whose messages other processes have stored. */
async function stored(entries: readonly NewMessage[], steers: readonly string[] = []) {
  const store = createMemoryStore()
  await store.sessions.create({ id: 's', source: 'chat', startedAtMs: 0 })
  await store.sessions.update('s', { notes: readSteers.with({}, steers) })
  await store.messages.append('s', entries)
  const agent = createAgent({ transport: scripted([]), store, model: { id: 'm' } })
  const conversations = createConversations({
    store,
    agentFor: async () => ({ agent, model: { id: 'm', provider: 'p' } }),
  })
  onTestFinished(() => conversations[Symbol.asyncDispose]())
  const conversation = await conversations.open({ id: 's' })
  const { signal } = new AbortController()
  const options = { conversations, store, conversation, from, live: { follow: () => undefined }, signal }
  return { store, endOf: (inputId: string) => endElsewhere(inputId, options) }
}

const asked = (id: string) =>
  ({ message: { role: 'user', content: `Question ${id}` }, platformMessageId: id, timestampMs: 0 }) as const
const answered = (content: string) => ({ message: { role: 'assistant', content }, timestampMs: 0 }) as const

test('returns the partial text of an interrupted answer, and does not continue it', async () => {
  const { endOf } = await stored([asked('1'), { ...answered('Hel'), finishReason: 'interrupted' }])
  expect(await endOf('1')).toEqual({ status: 'duplicate', partial: 'Hel' })
})

test('has no separate answer for a steer, even while a turn runs', async () => {
  const { store, endOf } = await stored([asked('1'), asked('2'), answered('Hello.'), asked('3')], ['2'])
  await using _turn = await claimConversation(store, 's', { signal: new AbortController().signal })
  expect(await endOf('1')).toEqual({ status: 'duplicate', reply: 'Hello.' })
  expect(await endOf('2')).toEqual({ status: 'duplicate', isSteer: true })
})
