import * as z from 'zod'
import type { TodoList } from './todo-store.js'

export const todoStatus = z.enum(['pending', 'in_progress', 'completed', 'cancelled'])

const list = z.array(z.object({ id: z.string(), content: z.string(), status: todoStatus }))

/** Validates a stored or displayed list. Returns `undefined` when the list is missing or invalid. */
export function toTodoList(value: unknown): TodoList | undefined {
  return value === undefined ? undefined : list.safeParse(value).data
}
