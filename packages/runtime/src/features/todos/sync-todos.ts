import type { Plugin } from '@hermes/core'
import { type TodoList, type TodoStore, todosFromHistory } from '@hermes/tools'

/**
 * Synchronizes the task list between the model and the store at the start of each turn. A branched or imported conversation restores its
 * list from its history. If the history shows no list or an outdated one, as after a compression, the model gets the open tasks.
 */
export function syncTodos(todos: TodoStore): Plugin {
  return {
    name: 'todo-memory',
    hooks: {
      async pre_llm_call({ sessionId, messages, isNew }) {
        const shown = todosFromHistory(messages)
        const kept = isNew ? undefined : await todos.get(sessionId)
        if (!kept && shown) await todos.update(sessionId, () => shown)
        return kept && !isSame(kept, shown) ? reminderOf(kept) : undefined
      },
    },
  }
}

function reminderOf(list: TodoList): string | undefined {
  if (!list.some(({ status }) => status === 'pending' || status === 'in_progress')) return undefined
  const lines = list.map(({ id, status, content }) => `- ${id} (${status}): ${content}`)
  return ['[The task list of this conversation, as it is now:', ...lines, ']'].join('\n')
}

function isSame(one: TodoList, other: TodoList | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
