import type { SessionId } from '@hermes/core'

export type TodoStatus = 'pending' | 'in_progress' | 'completed' | 'cancelled'

export interface TodoItem {
  readonly id: string
  readonly content: string
  readonly status: TodoStatus
}

export type TodoList = readonly TodoItem[]

/** Task lists of conversations. */
export interface TodoStore {
  /** Returns the list in the order set by the model, or `undefined` when there never was one. */
  get(sessionId: SessionId): Promise<TodoList | undefined>
  /**
   * Atomically replaces the list (initially empty) with the result of `change`, and resolves to it. `change` may be
   * called more than once.
   */
  update(sessionId: SessionId, change: (list: TodoList) => TodoList): Promise<TodoList>
}

/** Keeps the lists of the `maxSessions` (default 1,000) most recently used sessions in memory. */
export function createTodoStore({ maxSessions = 1_000 }: { readonly maxSessions?: number } = {}): TodoStore {
  const lists = new Map<SessionId, TodoList>()
  return {
    get: async (sessionId) => lists.get(sessionId),
    async update(sessionId, change) {
      const list = change(lists.get(sessionId) ?? [])
      lists.delete(sessionId)
      lists.set(sessionId, list)
      const oldest = lists.keys().next().value
      if (lists.size > maxSessions && oldest !== undefined) lists.delete(oldest)
      return list
    },
  }
}
