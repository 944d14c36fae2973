import { createStoredTodos, todoTools } from '@hermes/tools'
import type { CreateFeature } from '../../host.js'
import { keepTodos } from './keep-todos.js'

export const createTodos: CreateFeature<undefined> = async ({ store }) => {
  const todos = createStoredTodos(store)
  return { ...keepTodos(todos), name: 'todos', tools: todoTools({ store: todos }) }
}
