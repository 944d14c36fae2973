import type { JsonValue, SessionId, SessionStore } from '@hermes/core'
import { rootOf } from '@hermes/core/sessions'
import { toTodoList } from './to-todo-list.js'
import { createTodoStore, type TodoList, type TodoStore } from './todo-store.js'

const namespace = 'todos'

/**
 * Stores the lists in the session store, where all processes that use it share them. A list belongs to the conversation
 * of a session and is deleted with its first session. When the store does not support values, the lists stay in this
 * process.
 */
export function createStoredTodos(store: SessionStore): TodoStore {
  const { values } = store
  if (!values) return createTodoStore()

  async function ownerOf(sessionId: SessionId) {
    const session = await store.sessions.get(sessionId)
    return session && (await rootOf(store, session)).id
  }

  return {
    async get(sessionId) {
      return toTodoList(await values.get(namespace, (await ownerOf(sessionId)) ?? sessionId))
    },
    async update(sessionId, change) {
      const owner = await ownerOf(sessionId)
      const stored = await values.update(
        namespace,
        owner ?? sessionId,
        (current) => toValue(change(toTodoList(current) ?? [])),
        owner === undefined ? {} : { sessionId: owner },
      )
      return toTodoList(stored) ?? []
    },
  }
}

function toValue(list: TodoList): JsonValue {
  return list.map((item) => ({ ...item }))
}
