import type { AssistantMessage, JsonObject } from '@hermes/core'
import { recordsAt, type WireRecord } from '../json.js'

/**
 * A block in the replay state (`blocks`) of an answer with thoughts. The state records the order of all blocks, because
 * providers accept signed thoughts only unchanged and in their original position. Texts and calls refer to the message;
 * all other blocks are stored verbatim.
 */
export type ReplayBlock =
  | { readonly type: 'text'; readonly length: number }
  | { readonly type: 'tool_use'; readonly id: string }
  | JsonObject

/** A block at its position, ready to be serialized. */
export type PlacedBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'call'; readonly position: number }
  | { readonly kind: 'kept'; readonly block: WireRecord }

/** Returns the order for an answer without replay state: text, then calls. */
export function plainOrder(message: AssistantMessage): readonly PlacedBlock[] {
  const calls = message.tool_calls ?? []
  return [{ kind: 'text', text: message.content ?? '' }, ...calls.map((_, position) => callAt(position))]
}

/** Returns the blocks of an answer in their original order, or `undefined` when the message has changed since. */
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
