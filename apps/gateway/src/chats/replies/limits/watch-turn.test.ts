import type { AgentEvent } from '@hermes/core'
import type { Question } from '@hermes/core/questions'
import { createFakeClock } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { type TurnLimits, watchTurn } from './watch-turn.js'

const minutes = 60_000
const defaults: TurnLimits = { noticeMs: 5 * minutes, stuckMs: 10 * minutes, stuckToolMs: 30 * minutes }

function setup(limits: Partial<TurnLimits> = {}) {
  const clock = createFakeClock()
  const seen: string[] = []
  const watch = watchTurn({
    limits: { ...defaults, ...limits },
    now: clock.now,
    startTimer: clock.startTimer,
    onQuiet: (ms) => seen.push(`quiet ${ms / minutes}`),
    onStuck: (ms) => seen.push(`stuck ${ms / minutes}`),
  })
  return { pass: (count: number) => clock.pass(count * minutes), clock, seen, watch }
}

const delta: AgentEvent = { type: 'text-delta', text: 'x' }
const call = { id: 'c', type: 'function', function: { name: 'terminal', arguments: '{}' } } as const
const toolStart: AgentEvent = { type: 'tool-start', call, args: {} }
const toolEnd: AgentEvent = {
  type: 'tool-end',
  call,
  message: { role: 'tool', tool_call_id: 'c', content: '' },
  isError: false,
  durationMs: 1,
}
const question: Question = {
  id: 'q',
  kind: 'clarification',
  sessionId: 's',
  rootSessionId: 's',
  text: 'Which?',
  reasons: [],
  choices: [],
  fingerprint: '',
  createdAtMs: 0,
  deadlineMs: 0,
  askedBy: '',
  heldUntilMs: 0,
  state: 'open',
}
const ofChild = (event: AgentEvent): AgentEvent => ({
  type: 'subagent-event',
  callId: 'c',
  childSessionId: 'child',
  goal: 'help',
  event,
})

test('a turn that makes progress may run for hours', async () => {
  const { pass, seen, watch } = setup()
  for (let round = 0; round < 60; round += 1) {
    await pass(4)
    watch.see(delta)
  }
  expect(seen).toEqual([])
})

test('reports once that a turn is quiet, then once that it is stuck', async () => {
  const { pass, clock, seen } = setup()
  await pass(9)
  expect(seen).toEqual(['quiet 5'])
  await pass(60)
  expect(seen).toEqual(['quiet 5', 'stuck 10'])
  expect(clock.pending).toBe(0)
})

test('progress restarts the time at any moment', async () => {
  const { pass, seen, watch } = setup()
  await pass(9)
  watch.see(delta)
  await pass(4)
  watch.see(delta)
  await pass(6)
  expect(seen).toEqual(['quiet 5', 'quiet 5'])
  await pass(4)
  expect(seen).toEqual(['quiet 5', 'quiet 5', 'stuck 10'])
})

test('a running tool may be quiet for longer', async () => {
  const { pass, seen, watch } = setup({ noticeMs: Number.POSITIVE_INFINITY })
  watch.see(toolStart)
  await pass(25)
  watch.see(toolEnd)
  await pass(9)
  expect(seen).toEqual([])
  await pass(1)
  expect(seen).toEqual(['stuck 10'])
})

test('waiting for a person does not count as a stall, even if a sub-agent asks', async () => {
  const { pass, seen, watch } = setup()
  watch.see(toolStart)
  watch.see(ofChild({ type: 'question-open', question }))
  await pass(1000)
  watch.see(ofChild({ type: 'question-settled', question }))
  await pass(4)
  expect(seen).toEqual([])
  await pass(26)
  expect(seen).toEqual(['quiet 5', 'stuck 30'])
})

test('without limits, no timer runs', () => {
  const none = Number.POSITIVE_INFINITY
  const { clock, watch } = setup({ noticeMs: none, stuckMs: none, stuckToolMs: none })
  watch.see(toolStart)
  expect(clock.pending).toBe(0)
})
