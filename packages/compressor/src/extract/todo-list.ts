import { parseObject } from '../prune/parse-object.js'
import type { History } from './history.js'

export interface TodoEntry {
  readonly content: string
  readonly status: string
}

/** Returns the newest task list from a result of a todo or planning tool. */
export function newestTodos({ actions }: History): readonly TodoEntry[] {
  for (const { tool, result } of actions.toReversed()) {
    if (!/todo|task|plan/i.test(tool) || !result) continue
    const { todos } = parseObject(result.output)
    if (Array.isArray(todos)) return todos.flatMap(toEntry)
  }
  return []
}

function toEntry(value: unknown): readonly TodoEntry[] {
  if (typeof value !== 'object' || value === null || !('content' in value)) return []
  const { content } = value
  const status = 'status' in value && typeof value.status === 'string' ? value.status : 'pending'
  return typeof content === 'string' ? [{ content, status }] : []
}
