import type { SessionId } from '@hermes/core'

export type TodoStatus = 'pending' | 'in_progress' | 'completed' | 'cancelled'

export interface TodoItem {
  readonly id: string
  readonly content: string
  readonly status: TodoStatus
}

/** The task lists of running sessions. What has to outlive the process is in the results of the tool, in the history. */
export interface TodoStore {
  /** In the order of the model; empty for a session without a list. */
  get(sessionId: SessionId): readonly TodoItem[]
  /** An empty list forgets the session. */
  set(sessionId: SessionId, items: readonly TodoItem[]): void
}

/** Keeps the lists of the `maxSessions` (default 1,000) sessions that were used last. */
export function createTodoStore({ maxSessions = 1_000 }: { readonly maxSessions?: number } = {}): TodoStore {
  const lists = new Map<SessionId, readonly TodoItem[]>()
  return {
    get: (sessionId) => lists.get(sessionId) ?? [],
    set(sessionId, items) {
      lists.delete(sessionId)
      if (items.length > 0) lists.set(sessionId, items)
      const oldest = lists.keys().next().value
      if (lists.size > maxSessions && oldest !== undefined) lists.delete(oldest)
    },
  }
}
