import type { JsonObject } from '@hermes/core'
import type { ReplayBlock } from '../shared/history/replay-order.js'
import { isJsonObject, textAt, tryParseJson, type WireRecord } from '../shared/json.js'

/** A content block that is being streamed. */
export interface OpenBlock {
  readonly type: string
  /** The block as sent in its start event. */
  readonly start: WireRecord
  text: string
  thinking: string
  signature: string
  /** Input of a call, not yet parsed. */
  json: string
  readonly call?: { readonly index: number; readonly id: string; readonly name: string }
}

export function openBlock(start: WireRecord, call?: OpenBlock['call']): OpenBlock {
  const empty = { text: '', thinking: '', signature: '', json: '' }
  return { ...empty, type: textAt(start, 'type'), start, signature: textAt(start, 'signature'), ...(call && { call }) }
}

/** Returns the replay state of a block, or `undefined` if it has none. */
export function toReplayBlock(block: OpenBlock): ReplayBlock | undefined {
  if (block.type === 'text') return { type: 'text', length: block.text.length }
  if (block.call) return { type: 'tool_use', id: block.call.id }
  if (block.type === 'thinking') {
    return { type: 'thinking', thinking: block.thinking, signature: block.signature }
  }
  return keptWhole(block)
}

/** Keeps a block of an unknown type unchanged. */
function keptWhole({ start, json }: OpenBlock): JsonObject | undefined {
  if (!isJsonObject(start)) return undefined
  const input = json === '' ? undefined : tryParseJson(json)
  return isJsonObject(input) ? { ...start, input } : start
}
