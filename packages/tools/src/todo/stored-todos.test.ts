import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryStore, type SessionStore } from '@hermes/core'
import { createSqliteStore } from '@hermes/state'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createStoredTodos } from './stored-todos.js'
import type { TodoItem, TodoList } from './todo-store.js'

const one: TodoItem = { id: '1', content: 'Read the code', status: 'in_progress' }
const two: TodoItem = { id: '2', content: 'Change it', status: 'pending' }
const add = (item: TodoItem) => (list: TodoList) => [...list, item]

describe.each<[string, () => Promise<() => Promise<SessionStore>>]>([
  ['in a file', async () => openFile()],
  [
    'in memory',
    async () => {
      const store = createMemoryStore()
      return async () => store
    },
  ],
])('lists %s', (_, setUp) => {
  async function begin() {
    const open = await setUp()
    const store = await open()
    await store.sessions.create({ id: 's', source: 'cli', startedAtMs: 0 })
    return { open, store, todos: createStoredTodos(store) }
  }

  test('are there for another process, as it left them', async () => {
    const { open, todos } = await begin()
    expect(await todos.get('s')).toBeUndefined()
    expect(await todos.update('s', add(one))).toEqual([one])
    const others = createStoredTodos(await open())
    expect(await others.get('s')).toEqual([one])
    await others.update('s', () => [])
    expect(await todos.get('s')).toEqual([])
  })

  test('take what several processes change at the same time', async () => {
    const { open, todos } = await begin()
    const others = createStoredTodos(await open())
    await Promise.all([todos.update('s', add(one)), others.update('s', add(two))])
    expect((await todos.get('s'))?.map(({ id }) => id).toSorted()).toEqual(['1', '2'])
  })

  test('belong to the conversation, across its compressions', async () => {
    const { store, todos } = await begin()
    await todos.update('s', add(one))
    await store.sessions.split('s', { id: 'later', atMs: 1, messages: [] })
    expect(await todos.get('later')).toEqual([one])
    await todos.update('later', add(two))
    expect(await todos.get('s')).toEqual([one, two])
  })

  test('go with their session, and stay apart from those of a sub-agent', async () => {
    const { store, todos } = await begin()
    await store.sessions.create({
      id: 'child',
      source: 'delegate',
      startedAtMs: 0,
      parentSessionId: 's',
      link: 'delegate',
    })
    await todos.update('s', add(one))
    expect(await todos.get('child')).toBeUndefined()
    await store.sessions.delete('s')
    expect(await todos.get('s')).toBeUndefined()
  })

  test('are kept without a session, too', async () => {
    const { todos } = await begin()
    await todos.update('elsewhere', add(one))
    expect(await todos.get('elsewhere')).toEqual([one])
  })
})

test('a store that keeps conversations alone leaves the lists to the process', async () => {
  const { values: _, ...conversations } = createMemoryStore()
  const todos = createStoredTodos(conversations)
  await todos.update('s', add(one))
  expect(await todos.get('s')).toEqual([one])
})

function openFile(): () => Promise<SessionStore> {
  const folder = mkdtempSync(join(tmpdir(), 'hermes-todos-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return async () => {
    const store = await createSqliteStore({ path: join(folder, 'state.db') })
    onTestFinished(() => store[Symbol.asyncDispose]())
    return store
  }
}
