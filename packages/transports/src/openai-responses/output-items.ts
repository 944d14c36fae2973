import type { TransportEvent } from '@hermes/core'
import { createDeltaQueue } from '../shared/delta-queue.js'
import { textAt, type WireRecord } from '../shared/json.js'
import { paragraph, textOfItem } from './item-text.js'

/** One item of an answer while it grows. */
export interface OutputItem {
  readonly type: string
  /** For a call: its place among the calls. */
  readonly place: number
  /** As the server described it last. */
  readonly raw: WireRecord
  /** What a message says, what reasoning shows, what a call's arguments are. */
  readonly text: string
}

/** The items of one answer in its order, and what there is to show of them. */
export interface OutputItems {
  readonly all: readonly OutputItem[]
  ofType(type: string): readonly OutputItem[]
  /** Text for the item that `event` is about. `part` names the piece of the item that it belongs to. */
  addText(event: WireRecord, type: 'message' | 'reasoning', part: string): void
  addArguments(event: WireRecord): void
  open(event: WireRecord, raw: WireRecord): void
  /** The whole item is there: what of it has not been shown is shown now. */
  close(event: WireRecord, raw: WireRecord): void
  /** Closes what is still open of the answer's whole output, and adds what no event told of. */
  closeAll(output: readonly WireRecord[]): void
  /** The deltas since the last time; adjacent ones of one kind come joined. */
  takeDeltas(): readonly TransportEvent[]
}

interface OpenItem extends OutputItem {
  raw: WireRecord
  text: string
  /** The part that was written last. */
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

  /** The item that an event is about. Some servers do not announce their items, some do not number them. */
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
        // Matched by their order: some servers give an item another id each time.
        const count = counts.get(type) ?? 0
        counts.set(type, count + 1)
        const item = ofType(type)[count] ?? addItem(raw, type, raw)
        if (!item.isClosed) closeItem(item, raw)
      }
    },
    takeDeltas: () => deltas.take(),
  }
}
