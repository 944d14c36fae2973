import type { Todo } from './view-state.js'

/** Returns the tasks that a call has set, or `undefined` if it has set none. */
export function todosOf(display: unknown): readonly Todo[] | undefined {
  if (typeof display !== 'object' || display === null || !('todos' in display)) return undefined
  const { todos } = display
  return Array.isArray(todos) ? todos.filter(isTodo).map(({ content, status }) => ({ content, status })) : undefined
}

function isTodo(value: unknown): value is Todo {
  if (typeof value !== 'object' || value === null || !('content' in value) || !('status' in value)) return false
  return typeof value.content === 'string' && typeof value.status === 'string'
}
