import { createStoredTodos, todoTools } from '@hermes/tools'
import type { CreateFeature } from '../../host.js'
import { syncTodos } from './sync-todos.js'

export const createTodos: CreateFeature<undefined> = async ({ store }) => {
  const todos = createStoredTodos(store)
  return { ...syncTodos(todos), name: 'todos', tools: todoTools({ store: todos }) }
}
