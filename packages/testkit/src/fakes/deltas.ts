import type { AssistantMessage, FinishReason, ToolCall, TransportEvent, Usage } from '@hermes/core'
import { type Answer, defaultUsage, type Pace } from './reply.js'

export type Delta = Extract<TransportEvent, { readonly type: 'text-delta' | 'reasoning-delta' | 'tool-call-delta' }>

/** An answer whose calls have ids. */
export interface SettledAnswer extends Answer {
  readonly toolCalls: readonly ToolCall[]
}

/** Gives each call an id; `nextId` is called for those without one. */
export function settle(answer: Answer, nextId: () => string): SettledAnswer {
  const toolCalls = answer.calls.map(
    (call): ToolCall => ({
      id: call.id ?? nextId(),
      type: 'function',
      function: { name: call.name, arguments: typeof call.args === 'string' ? call.args : JSON.stringify(call.args) },
    }),
  )
  return { ...answer, toolCalls }
}

/** Creates a counter of ids: `call_1`, `call_2`, ... */
export function countIds(): () => string {
  let count = 0
  return () => `call_${++count}`
}

/** Splits the answer into deltas, in the order in which a model writes them. */
export function* deltasOf(answer: SettledAnswer): Generator<Delta> {
  for (const piece of pieces(answer.reasoning, answer.pace)) yield { type: 'reasoning-delta', text: piece }
  for (const piece of pieces(answer.text, answer.pace)) yield { type: 'text-delta', text: piece }
  yield* inOrder(
    answer.toolCalls.map((call, index) => callDeltas(call, index, answer.pace)),
    answer.pace?.callOrder,
  )
}

function* callDeltas(call: ToolCall, index: number, pace: Pace | undefined): Generator<Delta> {
  yield { type: 'tool-call-delta', index, name: call.function.name, argumentsText: '' }
  for (const piece of pieces(call.function.arguments, pace)) {
    yield { type: 'tool-call-delta', index, argumentsText: piece }
  }
}

function* inOrder(calls: readonly Generator<Delta>[], order: Pace['callOrder'] = 'in-turn'): Generator<Delta> {
  if (order !== 'interleaved') {
    for (const call of order === 'in-turn' ? calls : calls.toReversed()) yield* call
    return
  }
  for (let open = calls; open.length > 0; ) {
    const next = open.map((call) => ({ call, ...call.next() })).filter(({ done }) => !done)
    for (const { value } of next) if (value) yield value
    open = next.map(({ call }) => call)
  }
}

/** A delta with its block, for wires that open and close blocks. */
export interface PlacedDelta<Place> {
  readonly delta: Delta
  readonly place: Place
  /** Whether the delta is the first of its block. */
  readonly isFirst: boolean
  /** Whether the delta is the last of its block. */
  readonly isLast: boolean
}

export function placed<Place>(answer: SettledAnswer, placeOf: (delta: Delta) => Place): readonly PlacedDelta<Place>[] {
  const all = [...deltasOf(answer)].map((delta) => ({ delta, place: placeOf(delta) }))
  const [first, last] = [new Map<Place, number>(), new Map<Place, number>()]
  for (const [index, { place }] of all.entries()) {
    if (!first.has(place)) first.set(place, index)
    last.set(place, index)
  }
  return all.map(({ delta, place }, index) => ({
    delta,
    place,
    isFirst: first.get(place) === index,
    isLast: last.get(place) === index,
  }))
}

export function usageOf(answer: Answer): Usage {
  return { ...defaultUsage, ...answer.usage }
}

export function reasonOf(answer: Answer): FinishReason {
  return answer.reason ?? (answer.calls.length > 0 ? 'tool-calls' : 'stop')
}

/** Returns the complete message of an answer. */
export function messageOf(answer: SettledAnswer): AssistantMessage {
  return {
    role: 'assistant',
    content: answer.text ?? (answer.toolCalls.length > 0 ? null : ''),
    ...(answer.toolCalls.length > 0 ? { tool_calls: answer.toolCalls } : {}),
    ...(answer.reasoning === undefined ? {} : { reasoning: answer.reasoning }),
    ...(answer.providerData === undefined ? {} : { provider_data: answer.providerData }),
  }
}

function* pieces(content: string | undefined, pace: Pace | undefined): Generator<string> {
  if (!content) return
  // By code points, so that each delta is well-formed.
  const characters = Array.from(content)
  const size = Math.max(1, pace?.pieceSize ?? Math.ceil(characters.length / 3))
  for (let start = 0; start < characters.length; start += size) yield characters.slice(start, start + size).join('')
}
