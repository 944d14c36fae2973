import type { JsonObject, ToolCall, TransportEvent } from '@hermes/core'
import { isRecord } from '@hermes/safety'
import { uniqueId } from '../shared/history/call-id.js'
import { isJsonObject, recordAt, textAt, tryParseJson, type WireRecord } from '../shared/json.js'

/** Assembles tool calls from streamed fragments. */
export interface ToolCallAssembly {
  /** Adds a fragment, or a complete call when `isWhole`. Returns the delta to emit. */
  add(piece: WireRecord, isWhole?: boolean): TransportEvent
  /** Returns all calls in the order of the answer, each with a unique id. */
  calls(): readonly AssembledCall[]
  /** Whether any call still lacks a tool name. */
  hasNameless(): boolean
}

export interface AssembledCall {
  readonly call: ToolCall
  /** Provider data to send back with the call, such as Gemini's thought signature. */
  readonly extra?: JsonObject
}

interface Slot {
  /** Position of the call in the answer. */
  readonly place: number
  /** `index` sent by the provider. */
  readonly index: unknown
  id: string
  name: string
  argumentsText: string
  extra?: JsonObject
}

/**
 * Matches fragments to calls across providers. Some send whole calls; some omit the index, the id or both; some give
 * every parallel call the index 0; some repeat the name in each fragment. {@link belongsTo} decides which call a fragment continues.
 */
export function createToolCallAssembly(generateId: () => string): ToolCallAssembly {
  const slots: Slot[] = []

  function slotFor(piece: WireRecord, isWhole: boolean): Slot {
    // A whole call always gets its own slot, even if its id is not unique.
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
    hasNameless: () => slots.some((slot) => slot.name === ''),
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

/**
 * Whether a fragment with the same index as `slot` continues that call rather than starting another one under a reused
 * index.
 */
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

/**
 * Returns the name with the fragment added. Providers send the name once, repeat it in every fragment, or split it
 * across fragments before the arguments.
 */
function joinName(slot: Slot, piece: string): string {
  if (piece === '' || piece === slot.name) return slot.name
  return slot.argumentsText === '' ? slot.name + piece : slot.name
}

/** Returns the arguments as JSON text. Some servers send an object instead of a string. */
function argumentsOf(declared: WireRecord): string {
  const value = declared.arguments
  if (typeof value === 'string') return value
  return isRecord(value) ? JSON.stringify(value) : ''
}

function toCall(slot: Slot, id: string): AssembledCall {
  const call: ToolCall = { id, type: 'function', function: { name: slot.name, arguments: slot.argumentsText } }
  return slot.extra ? { call, extra: slot.extra } : { call }
}
