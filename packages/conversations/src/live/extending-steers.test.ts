import { createAgent, createMemoryStore, TransportError } from '@hermes/core'
import { fail, type ScriptedReply, scripted, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import type { ConversationEvent } from '../contracts/conversation-event.js'
import { createConversations } from './create-conversations.js'

const owner = { person: { id: 'local', role: 'admin' }, surface: { kind: 'chat' } } as const

/** Opens a conversation whose first model call waits for `answer`. */
async function open(first: ScriptedReply, ...rest: readonly ScriptedReply[]) {
  const store = createMemoryStore()
  const answered = Promise.withResolvers<void>()
  const waiting: ScriptedReply = async () => {
    await answered.promise
    if (typeof first === 'function') throw new TypeError('The first reply is given as a value.')
    return first
  }
  const transport = scripted([waiting, ...rest])
  const agent = createAgent({ transport, store, model: { id: 'm' } })
  const agentFor = async () => ({ agent, model: { id: 'm', provider: 'p' } })
  const conversation = await createConversations({ store, agentFor }).open({ seed: {} })
  const events: ConversationEvent[] = []
  const over = new AbortController()
  onTestFinished(() => over.abort())
  void (async () => {
    for await (const event of conversation.events({ signal: over.signal })) events.push(event)
  })()
  const steer = (content: string) => conversation.submit({ content, extendsTurn: true }, owner)
  const begin = async () => {
    const submission = conversation.submit({ content: 'go' }, owner)
    await expect.poll(() => transport.requests.length).toBe(1)
    return submission
  }
  const types = () => events.flatMap(({ type }) => (/^(turn|steer)/.test(type) ? [type] : []))
  return { store, conversation, steer, begin, types, answer: answered.resolve }
}

test('answers a steer that extends the turn, even if the model has answered in the meantime', async () => {
  const { store, conversation, steer, begin, types, answer } = await open(text('one'), text('two'))
  const turn = await begin()
  const steered = steer('faster')
  expect(await steered.accepted).toEqual({ as: 'steer', turnId: turn.id })
  answer()
  expect(await turn.ended).toMatchObject({ status: 'turn', result: { finalResponse: 'two' } })
  expect(await steered.ended).toEqual({ status: 'steered', turnId: turn.id })
  await expect.poll(() => store.queue?.list()).toEqual([])
  expect(types()).toEqual(['turn-begin', 'steered', 'turn-done'])
  expect(conversation.state).toMatchObject({ activity: 'idle', queued: [] })
})

test('drops a steer that the turn ends without, and notifies onlookers before the end', async () => {
  const { store, steer, begin, types, answer } = await open(fail(new TransportError('auth', 'No.')))
  const turn = await begin()
  const steered = steer('faster')
  await steered.accepted
  answer()
  expect(await turn.ended).toMatchObject({ status: 'turn', result: { outcome: { status: 'failed' } } })
  expect(await steered.ended).toEqual({ status: 'cancelled' })
  await expect.poll(() => store.queue?.list()).toEqual([])
  expect(types()).toEqual(['turn-begin', 'steered', 'steer-dropped', 'turn-done'])
})

test('refuses a steer that arrives after the turn', async () => {
  const { steer, begin, answer } = await open(text('one'))
  const turn = await begin()
  answer()
  await turn.ended
  expect(await steer('faster').accepted).toMatchObject({ as: 'refused', reason: 'too-late' })
})
