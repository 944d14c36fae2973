import type { AssistantMessage, TransportEvent } from '@hermes/core'
import { expect } from 'vitest'
import { collect } from '../../fakes/collect.js'

export type Finish = Extract<TransportEvent, { readonly type: 'finish' }>
type ToolCallDelta = Extract<TransportEvent, { readonly type: 'tool-call-delta' }>

/** Reads a whole stream and expects what holds of every complete answer. */
export async function readLawful(
  stream: AsyncIterable<TransportEvent>,
): Promise<Finish & { events: TransportEvent[] }> {
  const events = await collect(stream)
  const last = events.at(-1)
  if (last?.type !== 'finish') throw new Error(`The last event is ${last?.type ?? 'missing'}, not finish.`)
  expect(events.filter((event) => event.type === 'finish')).toHaveLength(1)
  expectWellFormed(last.message)
  expect(joined(events, 'text-delta')).toBe(last.message.content ?? '')
  expect(joined(events, 'reasoning-delta')).toBe(last.message.reasoning ?? '')
  expectSameCalls(events, last.message)
  for (const tokens of Object.values(last.usage)) expect(tokens).toBeGreaterThanOrEqual(0)
  return { ...last, events }
}

/** The text of all the deltas of one kind. */
export function joined(events: readonly TransportEvent[], type: 'text-delta' | 'reasoning-delta'): string {
  return events.map((event) => (event.type === type && 'text' in event ? event.text : '')).join('')
}

function expectWellFormed(message: AssistantMessage): void {
  const calls = message.tool_calls ?? []
  expect(message.role).toBe('assistant')
  expect(new Set(calls.map((call) => call.id)).size).toBe(calls.length)
  for (const call of calls) {
    expect(call.id).not.toBe('')
    expect(call.type).toBe('function')
    expect(call.function.name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    expect(call.function.arguments).toBeTypeOf('string')
  }
  // An empty list is not written: whether the model called tools is asked by `tool_calls` being there.
  if ('tool_calls' in message) expect(calls.length).toBeGreaterThan(0)
  else expect(message.content).toBeTypeOf('string')
}

/** Deltas are for display only, but what they show is what is run. */
function expectSameCalls(events: readonly TransportEvent[], message: AssistantMessage): void {
  const deltas = events.filter((event): event is ToolCallDelta => event.type === 'tool-call-delta')
  for (const [index, call] of (message.tool_calls ?? []).entries()) {
    const own = deltas.filter((delta) => delta.index === index)
    expect(own.find((delta) => delta.name !== undefined)?.name).toBe(call.function.name)
    expect(own.map((delta) => delta.argumentsText).join('')).toBe(call.function.arguments)
  }
}
