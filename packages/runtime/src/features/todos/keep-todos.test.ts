import { createMemoryStore, type Message } from '@hermes/core'
import { createStoredTodos, type TodoItem, type TodoList } from '@hermes/tools'
import { expect, test } from 'vitest'
import { keepTodos } from './keep-todos.js'

const open: TodoItem = { id: '1', content: 'Read the code', status: 'in_progress' }
const done: TodoItem = { ...open, status: 'completed' }

async function setUp() {
  const store = createMemoryStore()
  await store.sessions.create({ id: 's', source: 'library', startedAtMs: 0 })
  const todos = createStoredTodos(store)
  const { pre_llm_call } = keepTodos(todos).hooks ?? {}
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

test('what the history shows is not said again', async () => {
  const { todos, begin } = await setUp()
  expect(await begin([])).toBeUndefined()
  await todos.update('s', () => [open])
  expect(await begin([showing([open])])).toBeUndefined()
})

test('after a compression the model is told what is open, until the history shows it', async () => {
  const { store, todos, begin } = await setUp()
  await todos.update('s', () => [open])
  await store.sessions.split('s', { id: 'later', atMs: 1, messages: [] })
  expect(await begin([], 'later')).toContain('- 1 (in_progress): Read the code')
  expect(await begin([showing([open])], 'later')).toBeUndefined()
})

test('an old result is set right, and what is all done needs no words', async () => {
  const { todos, begin } = await setUp()
  await todos.update('s', () => [open])
  expect(await begin([showing([done])])).toContain('Read the code')
  await todos.update('s', () => [done])
  expect(await begin([])).toBeUndefined()
})

test('a conversation that came with its history alone has its list from there', async () => {
  const { todos, begin } = await setUp()
  expect(await begin([showing([open])])).toBeUndefined()
  expect(await todos.get('s')).toEqual([open])
})
