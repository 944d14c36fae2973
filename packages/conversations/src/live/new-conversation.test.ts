import { createMemoryStore, type SessionStore } from '@hermes/core'
import { expect, test } from 'vitest'
import { createConversations } from './create-conversations.js'

/** Creates a store that cannot be read. */
function unreadable(): SessionStore {
  const store = createMemoryStore()
  const fail = () => Promise.reject(new Error('The store was read.'))
  if (!store.values || !store.queue) throw new Error('The store lacks a part.')
  return {
    ...store,
    sessions: { ...store.sessions, get: fail, find: fail },
    values: { ...store.values, get: fail, list: fail },
    queue: { ...store.queue, list: fail },
  }
}

const agentFor = () => Promise.reject(new Error('No turn was asked for.'))

test('does not read the store for a conversation without a given id', async () => {
  await using conversations = createConversations({ store: unreadable(), agentFor })
  const [first, second] = await Promise.all([conversations.open({ seed: {} }), conversations.open({ seed: {} })])
  expect(first.id).not.toBe(second.id)
})

test('looks up a conversation that the caller names', async () => {
  await using conversations = createConversations({ store: unreadable(), agentFor })
  await expect(conversations.open({ id: 'mine', seed: {} })).rejects.toThrow('The store was read.')
})

test('reads the session of a stored conversation once', async () => {
  const store = createMemoryStore()
  await store.sessions.create({ id: 'mine', source: 'test', startedAtMs: 0 })
  const read: string[] = []
  const get = (id: string) => {
    read.push(id)
    return store.sessions.get(id)
  }
  await using conversations = createConversations({
    store: { ...store, sessions: { ...store.sessions, get } },
    agentFor,
  })
  await conversations.open({ id: 'mine', seed: {} })
  expect(read).toEqual(['mine'])
})
