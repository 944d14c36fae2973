import { createAgent, createMemoryStore, type Message } from '@hermes/core'
import { claimConversation, readSteers } from '@hermes/core/sessions'
import { scripted, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { createConversations } from './create-conversations.js'

const owner = { person: { id: 'local', role: 'admin' }, surface: { kind: 'chat' } } as const
const looking = { id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } } as const

/** Simulates a process that was killed in a turn that had read the steer "2", before the queue recorded that. */
async function killed(...rest: readonly Message[]) {
  const store = createMemoryStore()
  await store.sessions.create({ id: 's', source: 'chat', startedAtMs: 0 })
  await store.sessions.update('s', { notes: readSteers.with({}, ['2']) })
  const said: readonly (readonly [Message, string?])[] = [
    [{ role: 'user', content: 'Work.' }, '1'],
    [{ role: 'assistant', content: null, tool_calls: [looking] }],
    [{ role: 'tool', tool_call_id: 'c', content: 'Seen.' }],
    [{ role: 'user', content: 'Be quick.' }, '2'],
    ...rest.map((message) => [message] as const),
  ]
  for (const [message, id] of said) {
    await store.messages.append('s', [{ message, timestampMs: 0, ...(id !== undefined && { platformMessageId: id }) }])
  }
  const payload = { id: '2', content: 'Be quick.', by: owner.person, atMs: 0, isSteer: true }
  await store.queue?.put({ queue: 'inputs', lane: 's', id: JSON.stringify(['s', '2']), payload })
  const agent = createAgent({ transport: scripted([text('Done.')]), store, model: { id: 'm' } })
  const agentFor = async () => ({ agent, model: { id: 'm', provider: 'p' } })
  const conversations = createConversations({ store, agentFor })
  onTestFinished(() => conversations[Symbol.asyncDispose]())
  const again = async () => (await conversations.open({ id: 's' })).submit({ content: 'Be quick.', id: '2' }, owner)
  return { store, conversations, again }
}

test('ends a steer that a turn of a killed process had read as steered', async () => {
  const { store, conversations } = await killed()
  const left = (await conversations.open({ id: 's' })).submissionOf('2')
  expect(await left?.ended).toEqual({ status: 'steered', turnId: '1' })
  await expect.poll(() => store.queue?.list()).toEqual([])
})

test('ends a steer that is submitted again even if its turn has no answer', async () => {
  const { again } = await killed()
  expect(await (await again()).ended).toEqual({ status: 'duplicate', isSteer: true })
})

test('returns the answer of the turn for a steer that is submitted again', async () => {
  const { store, conversations, again } = await killed()
  expect(await (await conversations.finish({ id: 's' }, owner, '1')).ended).toMatchObject({ status: 'turn' })
  await expect.poll(() => store.queue?.list()).toEqual([])
  expect(await (await again()).ended).toEqual({ status: 'duplicate', reply: 'Done.', isSteer: true })
})

test('ends a steer that was read without waiting for another turn', async () => {
  const { store, conversations } = await killed({ role: 'assistant', content: 'Done.' })
  await using _turn = await claimConversation(store, 's', { signal: new AbortController().signal })
  const left = (await conversations.open({ id: 's' })).submissionOf('2')
  expect(await left?.ended).toEqual({ status: 'steered', turnId: '1' })
})
