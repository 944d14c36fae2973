import type { SessionStore } from '@hermes/core'
import { expect, test } from 'vitest'
import { session, user } from './fixtures.js'

export function describeOtherProcesses(first: () => SessionStore, reopen: () => Promise<SessionStore>): void {
  const textsOf = async (store: SessionStore) =>
    (await store.messages.load('a')).map(({ message: { content } }) => content)

  test('a previously loaded session shows the messages of another process in order', async () => {
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

  test('a previously loaded session has no messages after another process deleted it', async () => {
    const store = first()
    await using other = await reopen()
    await store.sessions.create(session('a'))
    await store.messages.append('a', [user('one')])
    expect(await textsOf(store)).toEqual(['one'])
    await other.sessions.delete('a')
    expect(await textsOf(store)).toEqual([])
  })

  test('sessions with the same large fields keep them when another process deletes some of the sessions', async () => {
    const store = first()
    const fields = {
      systemPrompt: 'You know each tool.\n'.repeat(400),
      notes: { tools: ['a description '.repeat(600)] },
    }
    const create = (id: string) => store.sessions.create(session(id, fields))
    for (const id of ['a', 'b', 'c', 'd']) await create(id)
    await store.sessions.update('b', { notes: { tools: [] }, title: 'changed' })
    {
      await using other = await reopen()
      expect(await other.sessions.get('c')).toMatchObject(fields)
      await other.sessions.delete('a')
      await other.sessions.delete('c')
    }
    await using other = await reopen()
    expect(await other.sessions.get('b')).toMatchObject({ ...fields, notes: { tools: [] } })
    expect(await other.sessions.get('d')).toMatchObject(fields)
    for (const id of ['b', 'd']) await other.sessions.delete(id)
    await other[Symbol.asyncDispose]()

    await create('e')
    await using last = await reopen()
    expect(await last.sessions.get('e')).toMatchObject(fields)
    expect(await last.sessions.update('e', { systemPrompt: 'Be brief.' })).toMatchObject({ notes: fields.notes })
    expect(await store.sessions.get('e')).toMatchObject({ ...fields, systemPrompt: 'Be brief.' })
  })

  test('a session that another process created again has only its new messages', async () => {
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
