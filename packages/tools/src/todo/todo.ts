import { alwaysRuns, defineTool, type Message, type Tool, textOf } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import * as z from 'zod'
import { todoStatus, toTodoList } from './to-todo-list.js'
import type { TodoItem, TodoList, TodoStore } from './todo-store.js'
import { todoIdentity } from './tool-identity.js'

const change = z.object({ id: z.string(), content: z.string().optional(), status: todoStatus.optional() })

const maxItems = 256
const maxContentChars = 4_000

const parameters = z.object({ todos: z.array(change).optional(), merge: z.boolean().default(false) })

/** Creates the `todo` tool: a task list for each conversation. */
export function todoTools({ store }: { readonly store: TodoStore }): readonly Tool[] {
  const todo = defineTool({
    ...todoIdentity,
    description:
      'Plan work of three or more steps, one of them in_progress. Without todos: show the list. With todos: replace it, or with merge change and add items by id.',
    parameters,
    effect: 'idempotent',
    kind: 'think',
    concurrency: 'never',
    changesFiles: false,
    assess: alwaysRuns,
    run: async ({ todos, merge }, { sessionId }) => {
      const list = todos
        ? await store.update(sessionId, (before) => changed(merge ? before : [], todos))
        : ((await store.get(sessionId)) ?? [])
      return {
        content: JSON.stringify({ todos: list, summary: summary(list) }),
        display: { todos: list.map((entry) => ({ ...entry })) },
      }
    },
  })
  return [todo]
}

/** Returns the list in the newest `todo` result of a history, or `undefined` when there is none. */
export function todosFromHistory(messages: readonly Message[]): TodoList | undefined {
  for (const message of messages.toReversed()) {
    if (message.role !== 'tool' || message.name !== 'todo') continue
    const found = shown.safeParse(tryParseJson(textOf(message.content)))
    const list = found.success && toTodoList(found.data.todos)
    if (list) return list
  }
  return undefined
}

const shown = z.object({ todos: z.unknown() })

function changed(before: TodoList, changes: readonly z.infer<typeof change>[]): TodoList {
  const items = new Map(before.map((entry) => [entry.id, entry]))
  for (const { id, content, status } of changes) {
    const known = items.get(id) ?? { id, content: '(no description)', status: 'pending' }
    items.set(id, {
      id,
      content: (content?.trim() || known.content).slice(0, maxContentChars),
      status: status ?? known.status,
    })
  }
  return [...items.values()].slice(0, maxItems)
}

function summary(items: TodoList) {
  const count = (wanted: TodoItem['status']) => items.filter((entry) => entry.status === wanted).length
  return {
    total: items.length,
    pending: count('pending'),
    in_progress: count('in_progress'),
    completed: count('completed'),
    cancelled: count('cancelled'),
  }
}

function tryParseJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
