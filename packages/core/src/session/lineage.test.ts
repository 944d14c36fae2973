import { beforeEach, describe, expect, test } from 'vitest'
import type { SessionStore } from '../contracts/sessions/session-store.js'
import { delegateSource, newestOf, resolveSession } from './lineage.js'
import { createMemoryStore } from './memory-store.js'

describe('a session is found by', () => {
  let store: SessionStore
  beforeEach(async () => {
    store = createMemoryStore()
    await store.sessions.create({ id: '20260101_000000_aaaaaa', source: 'cli', startedAtMs: 1, title: 'Old tea' })
    await store.sessions.create({ id: '20260102_000000_bbbbbb', source: 'cli', startedAtMs: 2 })
  })

  test.each([
    ['its id', '20260101_000000_aaaaaa', '20260101_000000_aaaaaa'],
    ['the beginning of its id', '20260102', '20260102_000000_bbbbbb'],
    ['its title', 'Old tea', '20260101_000000_aaaaaa'],
    ['being the newest', 'latest', '20260102_000000_bbbbbb'],
  ])('%s', async (_, reference, id) => {
    expect((await resolveSession(store, reference)).id).toBe(id)
  })

  test('no ambiguous reference', async () => {
    await expect(resolveSession(store, '202601')).rejects.toMatchObject({ kind: 'ambiguous' })
  })

  test('no unknown reference', async () => {
    await expect(resolveSession(store, 'coffee')).rejects.toMatchObject({ kind: 'not-found' })
    await expect(resolveSession(store, '')).rejects.toMatchObject({ kind: 'not-found' })
  })
})

test("never returns a sub-agent's session as the newest one of a person", async () => {
  const store = createMemoryStore()
  await store.sessions.create({ id: 'parent', source: 'cli', startedAtMs: 1 })
  await store.sessions.create({ id: 'child', source: delegateSource, startedAtMs: 2, parentSessionId: 'parent' })
  await store.sessions.create({ id: 'grandchild', source: delegateSource, startedAtMs: 3, parentSessionId: 'child' })
  expect((await resolveSession(store, 'latest')).id).toBe('parent')
  expect((await resolveSession(store, 'grandchild')).id).toBe('grandchild')
})

describe('a lineage continues', () => {
  async function splitInto(continuation: { notes?: { rewound: number }; messages: readonly string[] }) {
    const store = createMemoryStore()
    const record = await store.sessions.create({ id: 'first', source: 'cli', startedAtMs: 1 })
    await store.messages.append('first', [{ message: { role: 'user', content: 'One?' }, timestampMs: 1 }])
    const messages = continuation.messages.map((content) => ({
      message: { role: 'user' as const, content },
      timestampMs: 2,
    }))
    await store.sessions.split('first', { ...continuation, messages, id: 'second', atMs: 2 })
    return newestOf(store, (await store.sessions.get('first')) ?? record)
  }

  test('in a continuation with messages', async () => {
    expect((await splitInto({ messages: ['Two?'] })).id).toBe('second')
  })

  test('before a continuation without messages', async () => {
    expect((await splitInto({ messages: [] })).id).toBe('first')
  })

  test('in an empty continuation after a rewind to the beginning', async () => {
    expect((await splitInto({ notes: { rewound: 1 }, messages: [] })).id).toBe('second')
  })
})
