import { defineTool, type Message, type Tool, textOf } from '@hermes/core'
import * as z from 'zod'
import type { TodoItem, TodoStore } from './todo-store.js'

const status = z.enum(['pending', 'in_progress', 'completed', 'cancelled'])
const item = z.object({ id: z.string(), content: z.string(), status })
const change = z.object({ id: z.string(), content: z.string().optional(), status: status.optional() })

const maxItems = 256
const maxContentChars = 4_000

/** `todo`: a list of tasks for each session. */
export function todoTools({ store }: { readonly store: TodoStore }): readonly Tool[] {
  const todo = defineTool({
    name: 'todo',
    description:
      'Plan work of three or more steps. Without todos: show the list. With todos: replace it, or with merge change items by id and add new ones. Keep one item in_progress.',
    toolset: 'todo',
    parameters: z.object({ todos: z.array(change).optional(), merge: z.boolean().default(false) }),
    effect: 'idempotent',
    concurrency: 'never',
    run: async ({ todos, merge }, { sessionId }) => {
      if (todos) store.set(sessionId, update(merge ? store.get(sessionId) : [], todos))
      const list = store.get(sessionId)
      return {
        content: JSON.stringify({ todos: list, summary: summary(list) }),
        display: { todos: list.map((entry) => ({ ...entry })) },
      }
    },
  })
  return [todo]
}

/**
 * The list that a session had, read from the newest result of `todo` in its history; `undefined` where there is none.
 * Lets a store be filled when a session is resumed or was compressed.
 */
export function todosFromHistory(messages: readonly Message[]): readonly TodoItem[] | undefined {
  const stored = z.object({ todos: z.array(item) })
  for (const message of messages.toReversed()) {
    if (message.role !== 'tool' || message.name !== 'todo') continue
    const found = stored.safeParse(parseJson(textOf(message.content)))
    if (found.success) return found.data.todos
  }
  return undefined
}

function update(before: readonly TodoItem[], changes: readonly z.infer<typeof change>[]): readonly TodoItem[] {
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

function summary(items: readonly TodoItem[]) {
  const count = (wanted: TodoItem['status']) => items.filter((entry) => entry.status === wanted).length
  return {
    total: items.length,
    pending: count('pending'),
    in_progress: count('in_progress'),
    completed: count('completed'),
    cancelled: count('cancelled'),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
