import type { Plugin } from '@hermes/core'
import { type TodoList, type TodoStore, todosFromHistory } from '@hermes/tools'

/**
 * Keeps the model and the store at one about the task list, at the beginning of each turn. A conversation that was branched off or
 * brought in knows its list from its history alone; one that was compressed, or went on elsewhere, may show none or an old one,
 * and the model is told what is open.
 */
export function keepTodos(todos: TodoStore): Plugin {
  return {
    name: 'todo-memory',
    hooks: {
      async pre_llm_call({ sessionId, messages }) {
        const shown = todosFromHistory(messages)
        const kept = await todos.get(sessionId)
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
