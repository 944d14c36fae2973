import type { AssistantMessage, JsonObject } from '@hermes/core'
import { recordsAt, type WireRecord } from './json.js'

/**
 * The order of an answer's blocks, kept in its replay state (`blocks`) where it has thoughts: providers take signed thoughts
 * back only as they were and where they were. Texts and calls stand in the message; here are their places. Everything else
 * is kept as it came.
 */
export type ReplayBlock =
  | { readonly type: 'text'; readonly length: number }
  | { readonly type: 'tool_use'; readonly id: string }
  | JsonObject

/** A block in its place, ready to be written. */
export type PlacedBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'call'; readonly position: number }
  | { readonly kind: 'kept'; readonly block: WireRecord }

/** Text, then calls: the order of an answer that has no state. */
export function plainOrder(message: AssistantMessage): readonly PlacedBlock[] {
  const calls = message.tool_calls ?? []
  return [{ kind: 'text', text: message.content ?? '' }, ...calls.map((_, position) => callAt(position))]
}

/** The blocks of an answer in their original order; `undefined` when the message has changed since. */
export function replayOrder(message: AssistantMessage, state: JsonObject): readonly PlacedBlock[] | undefined {
  const content = message.content ?? ''
  const calls = message.tool_calls ?? []
  const placed: PlacedBlock[] = []
  let read = 0
  let made = 0
  for (const block of recordsAt(state, 'blocks')) {
    if (block.type === 'text') {
      const end = read + (typeof block.length === 'number' ? block.length : 0)
      placed.push({ kind: 'text', text: content.slice(read, end) })
      read = end
    } else if (block.type === 'tool_use') {
      if (calls[made]?.id !== block.id) return undefined
      placed.push(callAt(made++))
    } else placed.push({ kind: 'kept', block })
  }
  return read === content.length && made === calls.length ? placed : undefined
}

function callAt(position: number): PlacedBlock {
  return { kind: 'call', position }
}
