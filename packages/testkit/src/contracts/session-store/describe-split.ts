import type { SessionStore } from '@hermes/core'
import type { Continuation } from '@hermes/core/sessions'
import { beforeEach, expect, test } from 'vitest'
import { atMs, expectStoreError, modelCall, session, usage, user } from './fixtures.js'

export function describeSplit(store: () => SessionStore): void {
  const continuation = (more: Partial<Continuation> = {}): Continuation => ({
    id: 'child',
    messages: [user('what survived'), user('and the newest')],
    atMs,
    ...more,
  })

  beforeEach(async () => {
    await store().sessions.create(
      session('parent', { source: 'telegram', userId: 'u', workingDirectory: '/w', title: 'Work' }),
    )
    await store().messages.append('parent', [user('long ago')], { calls: [modelCall(usage(1))] })
  })

  test('ends the session and creates its continuation', async () => {
    const { record, messages } = await store().sessions.split(
      'parent',
      continuation({
        title: 'Work #2',
        model: 'm',
        notes: { a: 1 },
        systemPrompt: 'Be kind.',
        contextState: { b: 2 },
      }),
    )
    expect(record).toMatchObject({
      id: 'child',
      source: 'telegram',
      userId: 'u',
      workingDirectory: '/w',
      parentSessionId: 'parent',
      link: 'compression',
      title: 'Work #2',
      model: 'm',
      notes: { a: 1 },
      systemPrompt: 'Be kind.',
      contextState: { b: 2 },
      startedAtMs: atMs,
      messageCount: 2,
      apiCallCount: 0,
    })
    expect(messages.map(({ message, sessionId }) => [message.content, sessionId])).toEqual([
      ['what survived', 'child'],
      ['and the newest', 'child'],
    ])
    expect(await store().sessions.get('child')).toEqual(record)
    expect(await store().messages.load('child')).toEqual(messages)
    expect(await store().sessions.get('parent')).toMatchObject({ endReason: 'compression', endedAtMs: atMs })
    expect(await store().messages.load('parent')).toHaveLength(1)
  })

  test('makes only one of two concurrent splits', async () => {
    const results = await Promise.allSettled([
      store().sessions.split('parent', continuation()),
      store().sessions.split('parent', continuation({ id: 'other' })),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expectStoreError(store().sessions.split('parent', continuation({ id: 'third' })), 'conflict')
    expect(await store().sessions.find({ parentSessionId: 'parent' })).toHaveLength(1)
  })

  test('splits a session that ended for another reason', async () => {
    await store().sessions.update('parent', { endReason: 'new_session', endedAtMs: atMs })
    await store().sessions.split('parent', continuation())
    expect(await store().sessions.get('parent')).toMatchObject({ endReason: 'compression' })
  })

  test.each([
    ['the id is taken', { id: 'taken' }],
    ['the title is taken', { title: 'Taken' }],
  ])('changes nothing where %s', async (_, claim) => {
    await store().sessions.create(session('taken', { title: 'Taken' }))
    const before = await store().sessions.get('parent')
    await expectStoreError(store().sessions.split('parent', continuation(claim)), 'conflict')
    expect(await store().sessions.get('parent')).toEqual(before)
    expect(await store().sessions.get('child')).toBeUndefined()
    expect(await store().messages.load('child')).toEqual([])
  })

  test('rejects a split of an unknown session', async () => {
    await expectStoreError(store().sessions.split('nobody', continuation()), 'not-found')
    expect(await store().sessions.get('child')).toBeUndefined()
  })
}
