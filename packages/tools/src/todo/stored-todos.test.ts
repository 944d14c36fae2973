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

  test('are the same for another process', async () => {
    const { open, todos } = await begin()
    expect(await todos.get('s')).toBeUndefined()
    expect(await todos.update('s', add(one))).toEqual([one])
    const others = createStoredTodos(await open())
    expect(await others.get('s')).toEqual([one])
    await others.update('s', () => [])
    expect(await todos.get('s')).toEqual([])
  })

  test('keep all concurrent changes of several processes', async () => {
    const { open, todos } = await begin()
    const others = createStoredTodos(await open())
    await Promise.all([todos.update('s', add(one)), others.update('s', add(two))])
    expect((await todos.get('s'))?.map(({ id }) => id).toSorted()).toEqual(['1', '2'])
  })

  test('belong to the conversation across compressions', async () => {
    const { store, todos } = await begin()
    await todos.update('s', add(one))
    await store.sessions.split('s', { id: 'later', atMs: 1, messages: [] })
    expect(await todos.get('later')).toEqual([one])
    await todos.update('later', add(two))
    expect(await todos.get('s')).toEqual([one, two])
  })

  test('are deleted with their session and are separate from those of a sub-agent', async () => {
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

  test('work without a session', async () => {
    const { todos } = await begin()
    await todos.update('elsewhere', add(one))
    expect(await todos.get('elsewhere')).toEqual([one])
  })
})

test('stay in the process when the store supports only conversations', async () => {
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
