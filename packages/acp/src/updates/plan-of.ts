import type { PlanEntry } from '@agentclientprotocol/sdk/unstable'
import { type JsonValue, type MessageContent, textOf } from '@hermes/core'
import { isRecord, parseJson } from '@hermes/core/wiring'

/** Returns the plan in the display of a call: a list of tasks with states. `undefined` for any other display. */
export function planOf(display: JsonValue | undefined): PlanEntry[] | undefined {
  if (!isRecord(display) || !Array.isArray(display.todos)) return undefined
  return display.todos.flatMap(toEntry)
}

/** Returns the plan in a stored result, whose display is not stored. */
export function planInResult(content: MessageContent): PlanEntry[] | undefined {
  try {
    return planOf(parseJson(textOf(content)))
  } catch {
    return undefined
  }
}

function toEntry(item: unknown): PlanEntry[] {
  if (!isRecord(item) || typeof item.content !== 'string' || item.status === 'cancelled') return []
  const { content, status } = item
  const known = status === 'completed' || status === 'in_progress' ? status : 'pending'
  return [{ content, status: known, priority: 'medium' }]
}
