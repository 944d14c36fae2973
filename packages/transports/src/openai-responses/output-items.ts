import type { TransportEvent } from '@hermes/core'
import { textAt, type WireRecord } from '../shared/json.js'
import { createDeltaQueue } from '../shared/stream/delta-queue.js'
import { paragraph, textOfItem } from './item-text.js'

/** An output item that is being streamed. */
export interface OutputItem {
  readonly type: string
  /** Position of a call among the calls. */
  readonly place: number
  /** Latest item object from the server. */
  readonly raw: WireRecord
  /** Message text, visible reasoning, or arguments of a call. */
  readonly text: string
}

/** The output items of an answer, in order, and the deltas to emit for them. */
export interface OutputItems {
  readonly all: readonly OutputItem[]
  ofType(type: string): readonly OutputItem[]
  /** Appends text to the item of `event`. `part` identifies the content part that the text belongs to. */
  addText(event: WireRecord, type: 'message' | 'reasoning', part: string): void
  addArguments(event: WireRecord): void
  open(event: WireRecord, raw: WireRecord): void
  /** Completes the item and emits any text that was not streamed. */
  close(event: WireRecord, raw: WireRecord): void
  /** Closes open items with the final `output` of the response, and adds items that had no events. */
  closeAll(output: readonly WireRecord[]): void
  /** Returns the deltas since the last call, with adjacent deltas of the same type merged. */
  takeDeltas(): readonly TransportEvent[]
}

interface OpenItem extends OutputItem {
  raw: WireRecord
  text: string
  /** Content part that received the latest text. */
  part: string
  isClosed: boolean
}

export function createOutputItems(): OutputItems {
  const deltas = createDeltaQueue()
  const items: OpenItem[] = []
  const byKey = new Map<unknown, OpenItem>()

  function ofType(type: string): readonly OpenItem[] {
    return items.filter((item) => item.type === type)
  }

  /** Finds or creates the item of an event. Some servers do not announce items; others do not number them. */
  function itemOf(event: WireRecord, type: string, raw: WireRecord = {}): OpenItem {
    const key = event.output_index ?? event.item_id ?? raw.id ?? type
    return byKey.get(key) ?? addItem(key, type, raw)
  }

  function addItem(key: unknown, type: string, raw: WireRecord): OpenItem {
    const item = { type, place: ofType('function_call').length, raw, text: '', part: '', isClosed: false }
    items.push(item)
    byKey.set(key, item)
    if (type === 'function_call') showCall(item, '')
    return item
  }

  function showText(item: OpenItem, text: string, part: string): void {
    if (text === '') return
    const isFirst = item.text === ''
    const isApart = isFirst ? ofType(item.type).some((other) => other.text !== '') : part !== item.part
    deltas.addText(item.type === 'reasoning' ? 'reasoning-delta' : 'text-delta', (isApart ? paragraph : '') + text)
    item.text += isApart && !isFirst ? paragraph + text : text
    item.part = part
  }

  function showCall(item: OpenItem, argumentsText: string): void {
    const name = textAt(item.raw, 'name')
    deltas.add({ type: 'tool-call-delta', index: item.place, ...(name !== '' && { name }), argumentsText })
  }

  function closeItem(item: OpenItem, raw: WireRecord): void {
    const isNamed = textAt(item.raw, 'name') !== ''
    const whole = textOfItem(raw)
    const rest = whole.startsWith(item.text) ? whole.slice(item.text.length) : ''
    item.raw = raw
    item.isClosed = true
    if (item.type === 'message' || item.type === 'reasoning') showText(item, rest, item.part)
    if (item.type !== 'function_call') return
    item.text = whole || item.text
    if (rest !== '' || !isNamed) showCall(item, rest)
  }

  return {
    all: items,
    ofType,
    addText: (event, type, part) => showText(itemOf(event, type), textAt(event, 'delta'), part),
    addArguments(event) {
      const item = itemOf(event, 'function_call')
      item.text += textAt(event, 'delta')
      showCall(item, textAt(event, 'delta'))
    },
    open: (event, raw) => void itemOf(event, textAt(raw, 'type'), raw),
    close: (event, raw) => closeItem(itemOf(event, textAt(raw, 'type'), raw), raw),
    closeAll(output) {
      const counts = new Map<string, number>()
      for (const raw of output) {
        const type = textAt(raw, 'type')
        // Items are matched by order, because some servers change an item's id between events.
        const count = counts.get(type) ?? 0
        counts.set(type, count + 1)
        const item = ofType(type)[count] ?? addItem(raw, type, raw)
        if (!item.isClosed) closeItem(item, raw)
      }
    },
    takeDeltas: () => deltas.take(),
  }
}
