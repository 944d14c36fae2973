import { getEventListeners } from 'node:events'
import { type Message, sanitizeTranscript, textOf } from '@hermes/core'
import { newestOf } from '@hermes/core/sessions'
import { expect } from 'vitest'
import { finalOf } from './faulty-model.js'
import type { ReplyPlan, Scenario } from './scenario.js'
import { allMessages, lastTurn, type RunRecord, type Simulation, sessionId } from './simulate.js'

/** Checks the invariants that must hold after any fault. */
export async function expectLawful(scenario: Scenario, simulation: Simulation): Promise<void> {
  const { world, store, records, signals, healed } = simulation
  const stored = await allMessages(store)
  expect(world.illegal, 'every request has a legal history').toEqual([])
  for (const record of records) {
    expectTruth(scenario, simulation, record)
    expectKept(record, stored)
  }
  await expectHealed(simulation, healed)
  expectEffects(simulation, stored)
  expect(world.openStreams, 'no model call is left open').toBe(0)
  for (const signal of signals) expect(getEventListeners(signal, 'abort'), 'no listener is left').toEqual([])
}

/** Expects the outcome to match the events. */
function expectTruth({ maxIterations }: Scenario, { world }: Simulation, record: RunRecord): void {
  const { outcome, finalResponse, messages } = record.result
  const number = record.numbers.at(-1) ?? 0
  switch (outcome.status) {
    case 'completed':
      if (endsInSilence(world.repliesOf(number))) break
      expect(finalResponse).toContain(finalOf(number))
      expect(world.delivered, 'the answer came whole').toContain(number)
      break
    case 'interrupted':
      expect(record.interrupts).toContain(outcome.reason)
      break
    case 'failed':
      expect(world.faults.slice(record.faultsBefore), outcome.error.message).toContain(outcome.error.code)
      break
    case 'exhausted':
      expect(maxIterations).toBeGreaterThan(0)
      break
    case 'halted': {
      const failed = record.events.filter((event) => event.type === 'tool-end' && event.isError)
      expect(failed.length).toBeGreaterThanOrEqual(5)
    }
  }
  expect(sanitizeTranscript(messages), 'the history of the result is legal').toBe(messages)
  if (!record.interrupts.includes("The reader of the run's events left early.")) {
    expect(record.events.at(-1), 'the end is told').toEqual({ type: 'turn-end', outcome })
  }
}

/** Whether the text of a model before an empty reply is its answer. */
function endsInSilence(replies: readonly ReplyPlan[]): boolean {
  return replies.some(
    ({ kind }, index) => kind === 'silence' && /^(cut-text|promise)$/.test(replies[index - 1]?.kind ?? ''),
  )
}

/** Expects nothing that was displayed, submitted or accepted to be lost. */
function expectKept({ events, result, steers, numbers }: RunRecord, stored: ReadonlyMap<number, Message>): void {
  for (const event of events) {
    if (event.type === 'message-end') expect(stored.get(event.id), 'what was shown is stored').toEqual(event.message)
  }
  const said = [...stored.values()].filter(({ role }) => role === 'user').map(({ content }) => textOf(content))
  for (const steer of steers) {
    const isKept = said.some((text) => text.includes(steer)) || result.undeliveredSteer?.includes(steer)
    expect(isKept, `"${steer}" is stored or handed back`).toBe(true)
  }
  if (result.outcome.status !== 'completed') return
  for (const number of numbers) expect(said.join('\n'), 'what the user said is stored').toContain(`turn ${number}`)
}

/** Expects that the session can be continued, as by another process, and that its history is complete. */
async function expectHealed({ store, world }: Simulation, { resumed, next }: Simulation['healed']): Promise<void> {
  const hasMessages = next.messages.length > 2
  if (hasMessages) expect(resumed.outcome.status).toBe('completed')
  else expect(resumed.outcome.status).toMatch(/^(completed|failed)$/)
  expect(next).toMatchObject({ outcome: { status: 'completed' }, finalResponse: finalOf(lastTurn) })
  expect(world.delivered).toContain(lastTurn)
  expect(sanitizeTranscript(next.messages)).toBe(next.messages)
  const root = await store.sessions.get(sessionId)
  if (!root) throw new Error('The session is gone.')
  const { id } = await newestOf(store, root)
  const history = (await store.messages.load(id)).map(({ message }) => message)
  const calls = history.flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : []))
  const answered = history.flatMap((message) => (message.role === 'tool' ? message.tool_call_id : []))
  expect(answered.toSorted(), 'each call has one result, in the store').toEqual(calls.map(({ id }) => id).toSorted())
}

/** Expects results to match the effects, and no effect to be repeated. */
function expectEffects({ world }: Simulation, stored: ReadonlyMap<number, Message>): void {
  const done = world.effects.filter(({ tool }) => tool === 'send').map(({ callId }) => callId)
  expect(new Set(done).size, 'nothing is done twice').toBe(done.length)
  for (const message of stored.values()) {
    if (message.role !== 'tool' || message.name !== 'send') continue
    const text = textOf(message.content)
    if (/: done$/.test(text)) expect(done).toContain(message.tool_call_id)
    if (/nothing was done|Not run/.test(text)) expect(done).not.toContain(message.tool_call_id)
  }
}
