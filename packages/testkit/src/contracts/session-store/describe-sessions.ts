import type { SessionStore } from '@hermes/core'
import type { NewSession } from '@hermes/core/sessions'
import { expect, test } from 'vitest'
import { expectStoreError, session, user } from './fixtures.js'

export function describeSessions(store: () => SessionStore): void {
  test('creates a session with all given fields and zero counters', async () => {
    await store().sessions.create(session('parent'))
    const given: Required<NewSession> = {
      ...session('whole'),
      model: 'some-model',
      notes: { effort: 'high', nested: { list: [1, null, 'x'] } },
      systemPrompt: 'You are\n"Hermes" 🪽',
      title: 'Fix the build',
      userId: 'user-1',
      parentSessionId: 'parent',
      link: 'branch',
      workingDirectory: '/home/dev/project',
    }
    const expected = {
      ...given,
      lastActivityAtMs: given.startedAtMs,
      messageCount: 0,
      toolCallCount: 0,
      apiCallCount: 0,
      usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
      archived: false,
    }
    expect(await store().sessions.create(given)).toEqual(expected)
    expect(await store().sessions.get('whole')).toEqual(expected)
  })

  test('omits fields that were not given', async () => {
    const record = await store().sessions.create(session('bare'))
    for (const key of ['title', 'model', 'parentSessionId', 'endedAtMs', 'contextState']) {
      expect(record).not.toHaveProperty(key)
    }
    expect(await store().sessions.get('bare')).toEqual(record)
  })

  test('returns undefined for an unknown session', async () => {
    expect(await store().sessions.get('nobody')).toBeUndefined()
  })

  test('rejects a taken id and keeps the first session', async () => {
    await store().sessions.create(session('a', { title: 'first' }))
    await expectStoreError(store().sessions.create(session('a', { title: 'second' })), 'conflict')
    expect(await store().sessions.get('a')).toMatchObject({ title: 'first' })
  })

  test('rejects a taken title and creates nothing', async () => {
    await store().sessions.create(session('a', { title: 'same' }))
    await expectStoreError(store().sessions.create(session('b', { title: 'same' })), 'conflict')
    expect(await store().sessions.get('b')).toBeUndefined()
  })

  test('rejects an unknown parent and creates nothing', async () => {
    await expectStoreError(store().sessions.create(session('a', { parentSessionId: 'nobody' })), 'not-found')
    expect(await store().sessions.get('a')).toBeUndefined()
  })

  test('keeps any number of sessions without a title', async () => {
    await store().sessions.create(session('a'))
    await store().sessions.create(session('b'))
    expect(await store().sessions.find()).toHaveLength(2)
  })

  test('updates only the given fields', async () => {
    const before = await store().sessions.create(session('a', { title: 'old', model: 'one', systemPrompt: 'be kind' }))
    const changes = {
      title: 'new',
      model: 'two',
      notes: { temperature: 0.5 },
      endedAtMs: 1_800_000_000_123,
      endReason: 'compression',
      contextState: { summaries: 1 },
    }
    const after = await store().sessions.update('a', changes)
    expect(after).toEqual({ ...before, ...changes })
    expect(await store().sessions.get('a')).toEqual(after)
  })

  test('clears a value with null', async () => {
    const before = await store().sessions.create(session('a'))
    await store().sessions.update('a', { title: 't', endedAtMs: 1, endReason: 'branched', contextState: { n: 1 } })
    const cleared = { title: null, endedAtMs: null, endReason: null, contextState: null }
    expect(await store().sessions.update('a', cleared)).toEqual(before)
    expect(await store().sessions.get('a')).toEqual(before)
  })

  test('returns the session unchanged for an empty update', async () => {
    const before = await store().sessions.create(session('a', { title: 'same' }))
    expect(await store().sessions.update('a', {})).toEqual(before)
    expect(await store().sessions.update('a', { title: 'same' })).toEqual(before)
  })

  test('rejects a rename to a taken title and changes nothing', async () => {
    await store().sessions.create(session('a', { title: 'taken' }))
    const before = await store().sessions.create(session('b', { title: 'own' }))
    await expectStoreError(store().sessions.update('b', { title: 'taken', model: 'other' }), 'conflict')
    expect(await store().sessions.get('b')).toEqual(before)
  })

  test('frees a title that was cleared or deleted', async () => {
    await store().sessions.create(session('a', { title: 'one' }))
    await store().sessions.create(session('b', { title: 'two' }))
    await store().sessions.update('a', { title: null })
    await store().sessions.delete('b')
    await store().sessions.create(session('c', { title: 'one' }))
    expect(await store().sessions.create(session('d', { title: 'two' }))).toMatchObject({ title: 'two' })
  })

  test('rejects an update of an unknown session', async () => {
    await expectStoreError(store().sessions.update('nobody', { title: 'x' }), 'not-found')
    await expectStoreError(store().sessions.update('nobody', {}), 'not-found')
  })

  test('deletes a session with its messages; children lose their parent link', async () => {
    await store().sessions.create(session('parent'))
    await store().sessions.create(session('child', { parentSessionId: 'parent' }))
    await store().messages.append('parent', [user('gone')])
    await store().messages.append('child', [user('kept')])

    expect(await store().sessions.delete('parent')).toBe(true)

    expect(await store().sessions.get('parent')).toBeUndefined()
    expect(await store().messages.load('parent')).toEqual([])
    expect(await store().sessions.get('child')).not.toHaveProperty('parentSessionId')
    expect(await store().messages.load('child')).toMatchObject([user('kept')])
    await store().sessions.create(session('parent'))
    expect(await store().messages.load('parent')).toEqual([])
  })

  test('resolves to false when an unknown session is deleted', async () => {
    expect(await store().sessions.delete('nobody')).toBe(false)
  })
}
