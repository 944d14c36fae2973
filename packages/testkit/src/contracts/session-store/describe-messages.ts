import type { NewMessage, SessionStore } from '@hermes/core'
import { beforeEach, expect, test } from 'vitest'
import { everyShape } from '../every-shape.js'
import { atMs, expectStoreError, session, unfrozenPaths, user } from './fixtures.js'

export function describeMessages(store: () => SessionStore): void {
  beforeEach(async () => {
    await store().sessions.create(session('s'))
  })

  test.each(Object.entries(everyShape))('returns an equal message: %s', async (_, message) => {
    const given: NewMessage = { message, timestampMs: atMs }
    const [stored] = await store().messages.append('s', [given])
    expect(stored).toEqual({ ...given, id: expect.any(Number), sessionId: 's' })
    const loaded = await store().messages.load('s')
    expect(loaded).toEqual([stored])
    expect(Object.keys(loaded[0]?.message ?? {}).sort()).toEqual(Object.keys(message).sort())
  })

  test('keeps the metadata of a message', async () => {
    const given: Required<NewMessage> = {
      message: { role: 'assistant', content: 'done' },
      timestampMs: 1_795_000_000_001,
      finishReason: 'tool-calls',
      tokenCount: 0,
      platformMessageId: 'chat:42',
    }
    const [stored] = await store().messages.append('s', [given])
    expect(stored).toMatchObject(given)
    expect(await store().messages.load('s')).toEqual([stored])
  })

  test('keeps a message of many megabytes', async () => {
    const text = 'ab€🪽'.repeat(1_000_000)
    await store().messages.append('s', [user(text)])
    const [loaded] = await store().messages.load('s')
    expect(loaded?.message.content === text).toBe(true)
  })

  test('reads only the first messages', async () => {
    await store().messages.append('s', [user('1'), user('2'), user('3')])
    const first = await store().messages.load('s', { limit: 2 })
    expect(first).toEqual((await store().messages.load('s')).slice(0, 2))
    expect(await store().messages.load('s', { limit: 9 })).toHaveLength(3)
    expect(await store().messages.load('unknown', { limit: 1 })).toEqual([])
  })

  test('reads only the last messages', async () => {
    await store().messages.append('s', [user('1'), user('2'), user('3')])
    const last = await store().messages.load('s', { limit: 2, fromEnd: true })
    expect(last).toEqual((await store().messages.load('s')).slice(1))
    expect(await store().messages.load('s', { limit: 9, fromEnd: true })).toHaveLength(3)
    expect(await store().messages.load('s', { limit: 0, fromEnd: true })).toEqual([])
    expect(await store().messages.load('unknown', { limit: 1, fromEnd: true })).toEqual([])
  })

  test('keeps the order of the appends, whatever their timestamps', async () => {
    await store().messages.append('s', [user('1', 9000), user('2', 1000)])
    await store().messages.append('s', [user('3', 5000)])
    const loaded = await store().messages.load('s')
    expect(loaded.map(({ message }) => message.content)).toEqual(['1', '2', '3'])
    const ids = loaded.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
  })

  test('keeps the order of appends that were not awaited', async () => {
    const numbers = Array.from({ length: 50 }, (_, index) => String(index))
    await Promise.all(numbers.map((number) => store().messages.append('s', [user(number)])))
    expect((await store().messages.load('s')).map(({ message }) => message.content)).toEqual(numbers)
  })

  test('keeps sessions separate', async () => {
    await store().sessions.create(session('t'))
    await store().messages.append('s', [user('for s')])
    await store().messages.append('t', [user('for t')])
    expect(await store().messages.load('s')).toMatchObject([user('for s')])
    expect(await store().messages.load('t')).toMatchObject([user('for t')])
  })

  test('returns no messages for an unknown session, and rejects an append to it', async () => {
    expect(await store().messages.load('nobody')).toEqual([])
    await expectStoreError(store().messages.append('nobody', [user('lost?')]), 'not-found')
    await store().sessions.create(session('nobody'))
    expect(await store().messages.load('nobody')).toEqual([])
  })

  test('returns immutable messages, and is not affected by later changes of its input', async () => {
    const call = { id: 'c', type: 'function' as const, function: { name: 'read_file', arguments: '{}' } }
    const message = {
      role: 'assistant' as const,
      content: 'before',
      tool_calls: [call],
      provider_data: { x: { n: [1] } },
    }
    const appended = await store().messages.append('s', [{ message, timestampMs: 1 }])
    expect(unfrozenPaths(appended[0])).toEqual([])
    const [loaded] = await store().messages.load('s')
    expect(unfrozenPaths(loaded)).toEqual([])

    if (!Object.isFrozen(message)) message.content = 'after'
    expect((await store().messages.load('s'))[0]?.message.content).toBe('before')
    expect(appended[0]?.message.content).toBe('before')
  })
}
