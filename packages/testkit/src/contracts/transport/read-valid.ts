import { type AssistantMessage, noUsage, type TransportEvent, type Usage } from '@hermes/core'
import { expect } from 'vitest'
import { collect } from '../../fakes/collect.js'

export type Finish = Extract<TransportEvent, { readonly type: 'finish' }>
type ToolCallDelta = Extract<TransportEvent, { readonly type: 'tool-call-delta' }>

/** Reads a whole stream and checks the invariants of every complete answer. */
export async function readValid(stream: AsyncIterable<TransportEvent>): Promise<Finish & { events: TransportEvent[] }> {
  const answer = await readFinished(stream)
  expect(joined(answer.events, 'text-delta')).toBe(answer.message.content ?? '')
  expect(joined(answer.events, 'reasoning-delta')).toBe(answer.message.reasoning ?? '')
  expectSameCalls(answer.events, answer.message)
  return answer
}

/** Reads a whole stream without checking what a provider can violate: that its deltas add up to the final message. */
export async function readFinished(
  stream: AsyncIterable<TransportEvent>,
): Promise<Finish & { events: TransportEvent[] }> {
  const events = await collect(stream)
  const last = events.at(-1)
  if (last?.type !== 'finish') throw new Error(`The last event is ${last?.type ?? 'missing'}, not finish.`)
  expect(events.filter((event) => event.type === 'finish')).toHaveLength(1)
  expectWellFormed(last.message)
  expectCounted(last.usage)
  return { ...last, events }
}

/**
 * Expects numbers. Missing counts are 0, because budgets add them up, and `undefined` and `NaN` would switch the limits
 * off.
 */
function expectCounted(usage: Usage): void {
  for (const name of Object.keys(noUsage).filter(isCount)) {
    expect(usage[name], `usage.${name}`).toBeTypeOf('number')
    expect(usage[name], `usage.${name}`).toBeGreaterThanOrEqual(0)
  }
}

function isCount(name: string): name is Exclude<keyof Usage, 'cost'> {
  return name in noUsage
}

/** Returns the joined text of all deltas of one type. */
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
    // A model may invent a name; the executor reports it.
    expect(call.function.name).not.toBe('')
    expect(call.function.arguments).toBeTypeOf('string')
  }
  // An empty array is omitted, because the presence of `tool_calls` tells whether the model called tools.
  if ('tool_calls' in message) expect(calls.length).toBeGreaterThan(0)
  else expect(message.content).toBeTypeOf('string')
}

/** Expects deltas to match the calls that will run, although they are only for display. */
function expectSameCalls(events: readonly TransportEvent[], message: AssistantMessage): void {
  const deltas = events.filter((event): event is ToolCallDelta => event.type === 'tool-call-delta')
  for (const [index, call] of (message.tool_calls ?? []).entries()) {
    const own = deltas.filter((delta) => delta.index === index)
    expect(own.find((delta) => delta.name !== undefined)?.name).toBe(call.function.name)
    expect(own.map((delta) => delta.argumentsText).join('')).toBe(call.function.arguments)
  }
}
