import type { AssistantMessage, JsonObject } from '@hermes/core'
import { type ReplayTarget, replayStateFor } from '../shared/history/replay.js'
import { isJsonObject, recordsAt, textAt, type WireRecord } from '../shared/json.js'
import { paragraph } from './item-text.js'
import type { OutputItem } from './output-items.js'
import { type NameCall, toCallItem } from './to-wire-call.js'

/**
 * Output items of an answer, in the form that the server expects back. Content that the message already holds is not
 * stored twice: a message item stores the length of its text, and a call item omits its name and arguments.
 */
interface ReplayState extends JsonObject {
  readonly origin: string
  readonly model: string
  readonly items: readonly JsonObject[]
}

/** Returns the replay state of the items, or `undefined` if they hold only ids, which a request with `store: false` cannot resolve. */
export function toReplayState(items: readonly OutputItem[], { origin, model }: ReplayTarget): ReplayState | undefined {
  const readable = items.filter(({ type, raw }) => type !== 'reasoning' || hasContent(raw))
  // The API rejects reasoning items not followed by a message or a call.
  const kept = readable.slice(0, readable.findLastIndex(({ type }) => type !== 'reasoning') + 1)
  const isNeeded = kept.some(({ type, raw }) => !/^(message|function_call)$/.test(type) || textAt(raw, 'phase') !== '')
  return isNeeded ? { origin, model, items: kept.flatMap(toStateItem) } : undefined
}

/** Whether the reasoning can be sent back. Requests use `store: false`, so the server cannot resolve an id alone. */
function hasContent(reasoning: WireRecord): boolean {
  return textAt(reasoning, 'encrypted_content') !== '' || recordsAt(reasoning, 'content').length > 0
}

function toStateItem({ type, raw, text }: OutputItem): readonly JsonObject[] {
  if (!isJsonObject(raw)) return []
  if (type === 'message') {
    const { content: _, ...rest } = raw
    return text === '' ? [] : [{ ...rest, text_length: text.length }]
  }
  if (type === 'function_call') {
    const { name: _name, arguments: _arguments, ...rest } = raw
    return [rest]
  }
  return [raw]
}

/**
 * Returns the stored items of an answer for the server and model that wrote it. Returns `undefined` for any other
 * target, or if the message has changed since.
 */
export function replayedItems(
  message: AssistantMessage,
  target: ReplayTarget,
  nameCall: NameCall,
): readonly object[] | undefined {
  const state = replayStateFor(message, target)
  if (!state) return undefined
  const calls = [...(message.tool_calls ?? [])]
  const text = createTextSplitter(message.content ?? '')
  const items: object[] = []
  for (const item of recordsAt(state, 'items')) {
    if (item.type === 'message') {
      const { text_length: length, ...rest } = item
      items.push({ ...rest, content: [{ type: 'output_text', text: text.take(Number(length)), annotations: [] }] })
    } else if (item.type === 'function_call') {
      const call = calls.shift()
      if (call?.id !== item.call_id) return undefined
      items.push({ ...item, ...(call && toCallItem(call, nameCall)) })
    } else items.push(item)
  }
  return text.isUsedUp() && calls.length === 0 ? items : undefined
}

/** Creates a splitter that recovers the paragraphs of a joined text from their lengths. */
function createTextSplitter(text: string) {
  let position = 0
  let isExact = true
  return {
    take(length: number): string {
      const start = position === 0 ? 0 : position + paragraph.length
      isExact &&= text.slice(position, start) === (position === 0 ? '' : paragraph)
      position = start + length
      return text.slice(start, position)
    },
    isUsedUp: () => isExact && position === text.length,
  }
}
