import { createMemoryStore, type Message } from '@hermes/core'
import { createStoredTodos, type TodoItem, type TodoList } from '@hermes/tools'
import { expect, test } from 'vitest'
import { syncTodos } from './sync-todos.js'

const open: TodoItem = { id: '1', content: 'Read the code', status: 'in_progress' }
const done: TodoItem = { ...open, status: 'completed' }

async function setUp() {
  const store = createMemoryStore()
  await store.sessions.create({ id: 's', source: 'library', startedAtMs: 0 })
  const todos = createStoredTodos(store)
  const { pre_llm_call } = syncTodos(todos).hooks ?? {}
  return {
    store,
    todos,
    begin: (messages: readonly Message[], sessionId = 's') => pre_llm_call?.({ sessionId, messages }),
  }
}

const showing = (todos: TodoList): Message => ({
  role: 'tool',
  tool_call_id: 'c',
  name: 'todo',
  content: JSON.stringify({ todos }),
})

test('does not repeat a list that the history shows', async () => {
  const { todos, begin } = await setUp()
  expect(await begin([])).toBeUndefined()
  await todos.update('s', () => [open])
  expect(await begin([showing([open])])).toBeUndefined()
})

test('shows open tasks to the model after a compression, until the history contains them', async () => {
  const { store, todos, begin } = await setUp()
  await todos.update('s', () => [open])
  await store.sessions.split('s', { id: 'later', atMs: 1, messages: [] })
  expect(await begin([], 'later')).toContain('- 1 (in_progress): Read the code')
  expect(await begin([showing([open])], 'later')).toBeUndefined()
})

test('corrects an outdated list, and omits a completed one', async () => {
  const { todos, begin } = await setUp()
  await todos.update('s', () => [open])
  expect(await begin([showing([done])])).toContain('Read the code')
  await todos.update('s', () => [done])
  expect(await begin([])).toBeUndefined()
})

test('restores the list from the history of an imported conversation', async () => {
  const { todos, begin } = await setUp()
  expect(await begin([showing([open])])).toBeUndefined()
  expect(await todos.get('s')).toEqual([open])
})
