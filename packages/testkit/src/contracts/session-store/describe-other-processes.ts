import type { SessionStore } from '@hermes/core'
import { expect, test } from 'vitest'
import { session, user } from './fixtures.js'

export function describeOtherProcesses(first: () => SessionStore, reopen: () => Promise<SessionStore>): void {
  const textsOf = async (store: SessionStore) =>
    (await store.messages.load('a')).map(({ message: { content } }) => content)

  test('a session that was loaded before shows the messages of another process in order', async () => {
    const store = first()
    await using other = await reopen()
    await store.sessions.create(session('a'))
    await store.messages.append('a', [user('one'), user('two')])
    expect(await textsOf(store)).toEqual(['one', 'two'])
    await other.messages.append('a', [user('three')])
    expect(await textsOf(store)).toEqual(['one', 'two', 'three'])
    await other.messages.append('a', [user('four')])
    await store.messages.append('a', [user('five')])
    expect(await textsOf(store)).toEqual(['one', 'two', 'three', 'four', 'five'])
    expect(await store.messages.load('a')).toEqual(await other.messages.load('a'))
  })

  test('a session that was loaded before has no messages once another process deleted it', async () => {
    const store = first()
    await using other = await reopen()
    await store.sessions.create(session('a'))
    await store.messages.append('a', [user('one')])
    expect(await textsOf(store)).toEqual(['one'])
    await other.sessions.delete('a')
    expect(await textsOf(store)).toEqual([])
  })

  test('a session that another process created again has its new messages alone', async () => {
    const store = first()
    await using other = await reopen()
    await store.sessions.create(session('a'))
    await store.messages.append('a', [user('one'), user('two')])
    expect(await textsOf(store)).toEqual(['one', 'two'])
    await other.sessions.delete('a')
    await other.sessions.create(session('a'))
    await other.messages.append('a', [user('three'), user('four')])
    await store.messages.append('a', [user('five')])
    expect(await textsOf(store)).toEqual(['three', 'four', 'five'])
  })
}
