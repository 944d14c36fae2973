import { keptModel } from '@hermes/core/sessions'
import { expect, test } from 'vitest'
import { text } from '../../fakes/reply.js'
import { type ConversationWorld, held, owner, placed, Watcher } from './world.js'

const seed = { source: 'test' }
const { person } = owner

export function describeChoices(world: () => ConversationWorld): void {
  test('takes effect at the next turn, while a running turn keeps its model', async () => {
    const first = held(text('1'))
    const { conversations, transport } = world().start([first.reply, text('2')])
    const conversation = await conversations.open({ seed })
    const turn = conversation.submit({ content: 'a' }, owner)
    await first.asked
    expect(await conversation.choose({ model: 'small' }, person)).toEqual({ model: 'small' })
    expect(conversation.choice).toEqual({ model: 'small' })
    first.release()
    await turn.ended
    await conversation.submit({ content: 'b' }, owner).ended
    expect(transport.requests.map(({ model }) => model)).toEqual(['large', 'small'])
  })

  test('is stored and applied by another process', async () => {
    const conversation = await world()
      .start([text('1')])
      .conversations.open({ seed })
    await conversation.submit({ content: 'a' }, owner).ended
    await conversation.choose({ model: 'small', reasoning: 'high', toolsets: ['web'] }, person)
    await conversation.choose({ reasoning: null }, person)
    const next = world().start([text('2')])
    const reopened = await next.conversations.open({ id: conversation.id })
    expect(reopened.choice).toEqual({ model: 'small', toolsets: ['web'] })
    await reopened.submit({ content: 'b' }, owner).ended
    expect(next.transport.requests[0]?.model).toBe('small')
  })

  test('can be made when the conversation is created', async () => {
    const { conversations, transport } = world().start([text('1')])
    const conversation = await conversations.open({ seed, choice: { model: 'small' } })
    expect(conversation.choice).toEqual({ model: 'small' })
    await conversation.submit({ content: 'a' }, owner).ended
    expect(transport.requests[0]?.model).toBe('small')
  })

  test('applies a choice for the next turn only once, without storing it', async () => {
    const { conversations, transport } = world().start([text('1'), text('2')])
    const conversation = await conversations.open({ seed, choice: { model: 'large' } })
    const watcher = new Watcher(conversation)
    expect(await conversation.choose({ model: 'small' }, person, { once: true })).toEqual({ model: 'small' })
    expect(await watcher.until('choice')).toMatchObject({ choice: { model: 'small' }, isOnce: true })
    expect(conversation.choice).toEqual({ model: 'large' })
    await conversation.submit({ content: 'a' }, owner).ended
    await conversation.submit({ content: 'b' }, owner).ended
    expect(transport.requests.map(({ model }) => model)).toEqual(['small', 'large'])
    expect((await world().start([]).conversations.open({ id: conversation.id })).choice).toEqual({ model: 'large' })
    await watcher.stop()
  })

  test('keeps the model of the session after a turn with another model', async () => {
    const { conversations } = world().start([text('1'), text('2')])
    const conversation = await conversations.open({ seed, choice: placed.reference })
    await conversation.choose({ model: 'small', provider: 'other' }, person, { once: true })
    await conversation.submit({ content: 'a' }, owner).ended
    const record = await world().store.sessions.get(conversation.id)
    expect(record && keptModel.of(record)).toEqual(placed.reference)
  })

  test('stores how to resolve its model independently of later settings', async () => {
    const { conversations } = world().start([])
    const conversation = await conversations.open({ seed })
    expect(await conversation.choose({ model: 'placed' }, person)).toEqual(placed.reference)
    expect(await conversation.choose({ reasoning: 'low' }, person)).toEqual({ ...placed.reference, reasoning: 'low' })
    const next = await world().start([]).conversations.open({ id: conversation.id, seed })
    expect(next.choice).toEqual({ ...placed.reference, reasoning: 'low' })
  })

  test('drops the address, the API and the window of the previous provider', async () => {
    const { conversations } = world().start([])
    const conversation = await conversations.open({ seed, choice: placed.reference })
    expect(await conversation.choose({ model: 'small' }, person)).toEqual({
      model: 'small',
      provider: 'lab',
      baseUrl: 'http://127.0.0.1:1/v1',
      apiMode: 'anthropic_messages',
    })
    await conversation.choose({ contextWindow: 9_000 }, person)
    expect(await conversation.choose({ provider: 'other' }, person)).toEqual({ model: 'small', provider: 'other' })
  })

  test('is rejected without effect when it does not exist', async () => {
    const { conversations } = world().start([])
    const conversation = await conversations.open({ seed })
    const watcher = new Watcher(conversation)
    await expect(conversation.choose({ model: 'unheard-of' }, person)).rejects.toMatchObject({ code: 'config/invalid' })
    expect(conversation.choice).toEqual({})
    expect(await watcher.stop()).toEqual([])
  })

  test('reports the cached tokens that the change costs', async () => {
    const usage = { inputTokens: 100, cacheReadTokens: 900_000, cacheWriteTokens: 100_000 }
    const { conversations } = world().start([text('1', { usage }), text('2', { usage })])
    const conversation = await conversations.open({ seed })
    const watcher = new Watcher(conversation)
    await conversation.choose({ model: 'large' }, person)
    expect(await watcher.until('choice')).not.toHaveProperty('cacheBreak')
    await conversation.submit({ content: 'a' }, owner).ended
    await conversation.choose({ model: 'small' }, person)
    const { cacheBreak, by } = await watcher.until('choice', ({ choice }) => choice.model === 'small')
    expect(by).toEqual(person)
    expect(cacheBreak?.tokens).toBe(1_000_000)
    expect(cacheBreak?.costUsd).toBeCloseTo(0.7)
    await conversation.submit({ content: 'b' }, owner).ended
    await conversation.choose({ model: 'unpriced' }, person)
    const unpriced = await watcher.until('choice', ({ choice }) => choice.model === 'unpriced')
    expect(unpriced.cacheBreak).toEqual({ tokens: 1_000_000 })
    await watcher.stop()
  })

  test('resolves the agent before each turn', async () => {
    const { conversations, asked } = world().start([text('1'), text('2')])
    const conversation = await conversations.open({ seed })
    await conversation.submit({ content: 'a' }, owner).ended
    await conversation.submit({ content: 'b' }, owner).ended
    expect(asked).toHaveLength(2)
  })
}
