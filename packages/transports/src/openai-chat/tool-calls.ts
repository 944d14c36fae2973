import type { JsonObject, ToolCall, TransportEvent } from '@hermes/core'
import { isRecord } from '@hermes/safety'
import { uniqueId } from '../shared/call-id.js'
import { isJsonObject, recordAt, textAt, tryParseJson, type WireRecord } from '../shared/json.js'

/** Puts tool calls that came in pieces together. */
export interface ToolCallAssembly {
  /** Takes one piece, or a whole call; what there is to show of it. */
  add(piece: WireRecord, isWhole?: boolean): TransportEvent
  /** All calls in the order of the answer, each with a name and a unique id. */
  calls(): readonly AssembledCall[]
  /** Some piece named no tool until the end. */
  readonly hasNameless: boolean
}

export interface AssembledCall {
  readonly call: ToolCall
  /** What the provider wants to see again beside the call. */
  readonly extra?: JsonObject
}

interface Slot {
  /** The call's place in the answer. */
  readonly place: number
  /** As the provider numbers it. */
  readonly index: unknown
  id: string
  name: string
  argumentsText: string
  extra?: JsonObject
}

/**
 * Providers disagree about pieces: some send whole calls, some leave out the index, the id or both, some give every
 * parallel call the index 0, some repeat the name in each piece. {@link belongsTo} decides where a piece goes.
 */
export function createToolCallAssembly(generateId: () => string): ToolCallAssembly {
  const slots: Slot[] = []

  function slotFor(piece: WireRecord, isWhole: boolean): Slot {
    // Whole calls are calls of their own, whatever ids they have.
    const found = isWhole ? undefined : findSlot(slots, piece)
    if (found) return found
    const index = piece.index
    const isFree = typeof index === 'number' && !slots.some((slot) => slot.place === index)
    const place = isFree ? index : slots.reduce((next, slot) => Math.max(next, slot.place + 1), 0)
    const slot: Slot = { place, index, id: '', name: '', argumentsText: '' }
    slots.push(slot)
    return slot
  }

  return {
    add(piece, isWhole = false) {
      const slot = slotFor(piece, isWhole)
      const declared = recordAt(piece, 'function')
      const text = argumentsOf(declared)
      slot.id ||= textAt(piece, 'id')
      slot.name = joinName(slot, textAt(declared, 'name'))
      slot.argumentsText += text
      if (isJsonObject(piece.extra_content)) slot.extra = piece.extra_content
      return {
        type: 'tool-call-delta',
        index: slot.place,
        ...(slot.name !== '' && { name: slot.name }),
        argumentsText: text,
      }
    },
    calls() {
      const taken = new Set<string>()
      return slots
        .toSorted((left, right) => left.place - right.place)
        .map((slot) => toCall(slot, uniqueId(slot.id || generateId(), taken)))
    },
    get hasNameless() {
      return slots.some((slot) => slot.name === '')
    },
  }
}

function findSlot(slots: readonly Slot[], piece: WireRecord): Slot | undefined {
  const id = textAt(piece, 'id')
  const isNumbered = typeof piece.index === 'number'
  const candidates = isNumbered ? slots.filter((slot) => slot.index === piece.index) : slots
  const byId = id === '' ? undefined : candidates.find((slot) => slot.id === id)
  const last = candidates.at(-1)
  if (byId || !last) return byId
  const begins = isNumbered ? !belongsTo(piece, last) : id !== '' || nameOf(piece) !== ''
  return begins ? undefined : last
}

/** Whether a piece with the index of `slot` continues it, or is another call to which the provider gave the same index. */
function belongsTo(piece: WireRecord, slot: Slot): boolean {
  if (nameOf(piece) === '' || slot.name === '') return true
  const id = textAt(piece, 'id')
  if (id !== '' && slot.id !== '') return id === slot.id
  const isWhole = isRecord(tryParseJson(slot.argumentsText))
  return !(isWhole && argumentsOf(recordAt(piece, 'function')) !== '')
}

function nameOf(piece: WireRecord): string {
  return textAt(recordAt(piece, 'function'), 'name')
}

/** A name comes whole, again and again, or in pieces before the arguments. */
function joinName(slot: Slot, piece: string): string {
  if (piece === '' || piece === slot.name) return slot.name
  return slot.argumentsText === '' ? slot.name + piece : slot.name
}

/** Text on this wire; some servers send the object itself. */
function argumentsOf(declared: WireRecord): string {
  const value = declared.arguments
  if (typeof value === 'string') return value
  return isRecord(value) ? JSON.stringify(value) : ''
}

function toCall(slot: Slot, id: string): AssembledCall {
  const call: ToolCall = { id, type: 'function', function: { name: slot.name, arguments: slot.argumentsText } }
  return slot.extra ? { call, extra: slot.extra } : { call }
}
