import { expect, test } from 'vitest'
import { text } from '../../fakes/reply.js'
import { patient } from '../time-limits.js'
import { type ConversationWorld, owner, storedTexts } from './world.js'

const seed = { source: 'test' }

export function describeOpening(world: () => ConversationWorld): void {
  test('returns the same object for every id of a lineage', async () => {
    const { store } = world()
    const { conversations } = world().start([text('1')])
    const conversation = await conversations.open({ seed, id: 'root' })
    await conversation.submit({ content: 'Hi' }, owner).ended
    const messages = [{ message: { role: 'user', content: 'summary' }, timestampMs: 1 }] as const
    await store.sessions.split('root', { id: 'child', messages, atMs: 1 })
    const opened = await Promise.all(['root', 'child', 'root'].map((id) => conversations.open({ id })))
    expect(new Set([conversation, ...opened]).size).toBe(1)
    expect(conversation.id).toBe('root')
  })

  test('returns the same object to concurrent callers', async () => {
    const { conversations } = world().start([])
    const key = 'agent:main:telegram:dm:7'
    const opened = await Promise.all([1, 2, 3].map(() => conversations.open({ key, seed })))
    expect(new Set(opened).size).toBe(1)
  })

  test('rejects an unknown id', async () => {
    const { conversations } = world().start([])
    await expect(conversations.open({ id: 'nowhere' })).rejects.toMatchObject({ code: 'store/not-found' })
  })

  test('stores nothing for a new conversation before its first turn', async () => {
    const { conversations } = world().start([])
    const conversation = await conversations.open({ seed, id: 'new' })
    expect(await world().store.sessions.find()).toEqual([])
    expect(await conversations.open({ id: 'new' })).toBe(conversation)
  })

  test('resolves a key to the same session in every process, until a new one is requested', async () => {
    const key = 'agent:main:telegram:dm:7'
    const first = await world()
      .start([text('1')])
      .conversations.open({ key, seed })
    const second = await world()
      .start([text('2')])
      .conversations.open({ key, seed })
    expect(second.id).toBe(first.id)
    await first.submit({ content: 'Hi' }, owner).ended
    await second.submit({ content: 'And?' }, owner).ended
    expect(await storedTexts(world().store, first.id)).toHaveLength(4)
    const fresh = await world().start([]).conversations.open({ key, seed, fresh: true })
    expect(fresh.id).not.toBe(first.id)
    expect((await world().start([]).conversations.open({ key, seed })).id).toBe(fresh.id)
    expect(
      (
        await world()
          .start([])
          .conversations.open({ key: `${key}:8`, seed })
      ).id,
    ).not.toBe(fresh.id)
  })

  test('offers to continue a turn that an earlier process started', async () => {
    const { store } = world()
    await store.sessions.create({ id: 'cut', source: 'test', startedAtMs: 1 })
    await store.messages.append('cut', [{ message: { role: 'user', content: 'Hi' }, timestampMs: 1 }])
    const { conversations } = world().start([text('Hello.')])
    const conversation = await conversations.open({ id: 'cut' })
    expect(conversation.state).toMatchObject({ activity: 'idle', canContinue: true })
    expect(await conversation.continue(owner).ended).toMatchObject({ result: { finalResponse: 'Hello.' } })
    expect(await storedTexts(store, 'cut')).toEqual(['user: "Hi"', 'assistant: "Hello."'])
  })

  test('lists conversations with a turn, a queue or an onlooker', async () => {
    const { conversations } = world().start([text('1')])
    const conversation = await conversations.open({ seed })
    expect(conversations.live).toEqual([])
    const controller = new AbortController()
    conversation.events({ signal: controller.signal })
    expect(conversations.live).toEqual([conversation])
    controller.abort()
    expect(conversations.live).toEqual([])
    const submission = conversation.submit({ content: 'Hi' }, owner)
    await submission.accepted
    expect(conversations.live).toEqual([conversation])
    await submission.ended
    await expect.poll(() => conversations.live, patient).toEqual([])
  })
}
