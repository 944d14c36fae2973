import { type ToolCall, textOf } from '@hermes/core'
import { expect, test } from 'vitest'
import { createToolExecutor } from '../executor/executor.js'
import { createToolRegistry } from '../registry/registry.js'
import { todosFromHistory, todoTools } from './todo.js'
import { createTodoStore, type TodoItem } from './todo-store.js'

function setup() {
  const store = createTodoStore()
  const executor = createToolExecutor({ registry: createToolRegistry(todoTools({ store })) })
  const run = async (args: object, sessionId = 's') => {
    const call: ToolCall = { id: '1', type: 'function', function: { name: 'todo', arguments: JSON.stringify(args) } }
    for await (const event of executor.execute([call], {
      sessionId,
      taskId: 't',
      signal: AbortSignal.timeout(5_000),
    })) {
      if (event.type === 'tool-end') return event.message
    }
    throw new Error('no result')
  }
  const todos = async (args: object, sessionId?: string) =>
    JSON.parse(textOf((await run(args, sessionId)).content)).todos
  return { store, run, todos }
}

const one: TodoItem = { id: '1', content: 'Read the code', status: 'in_progress' }
const two: TodoItem = { id: '2', content: 'Change it', status: 'pending' }

test('replaces and shows a list per session', async () => {
  const { todos } = setup()
  expect(await todos({ todos: [one, two] })).toEqual([one, two])
  expect(await todos({})).toEqual([one, two])
  expect(await todos({}, 'other')).toEqual([])
  expect(await todos({ todos: [two] })).toEqual([two])
  expect(await todos({ todos: [] })).toEqual([])
})

test('merges changes by id, appends new items and keeps the order', async () => {
  const { todos } = setup()
  await todos({ todos: [one, two] })
  const three = { id: '3', content: 'Test it', status: 'pending' }
  expect(await todos({ todos: [{ id: '1', status: 'completed' }, three], merge: true })).toEqual([
    { ...one, status: 'completed' },
    two,
    three,
  ])
})

test('rejects an unknown status without changes', async () => {
  const { run, store } = setup()
  await run({ todos: [one] })
  expect((await run({ todos: [{ ...two, status: 'soon' }] })).content).toMatch(/todos\.0\.status/)
  expect(await store.get('s')).toEqual([one])
})

test('reads the list back from the history', async () => {
  const { run } = setup()
  const first = await run({ todos: [one] })
  const second = await run({ todos: [two], merge: true })
  expect(todosFromHistory([first, second, { role: 'user', content: 'go on' }])).toEqual([one, two])
  expect(todosFromHistory([{ role: 'tool', tool_call_id: '1', name: 'todo', content: '[cancelled]' }])).toBeUndefined()
})

test('drops the least recently used sessions', async () => {
  const store = createTodoStore({ maxSessions: 2 })
  for (const id of ['a', 'b', 'c']) await store.update(id, () => [{ ...one, id }])
  expect(await Promise.all(['a', 'b', 'c'].map((id) => store.get(id)))).toEqual([
    undefined,
    [{ ...one, id: 'b' }],
    [{ ...one, id: 'c' }],
  ])
})
