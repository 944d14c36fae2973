import type { AgentEvent } from '@hermes/core'
import type { Question } from '@hermes/core/questions'
import { createFakeClock } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { watchProgress } from './watch-progress.js'

const minutes = 60_000
const limits = { idleMs: 10 * minutes, toolIdleMs: 20 * minutes }

function setup() {
  const clock = createFakeClock()
  const seen: string[] = []
  const held = { is: false }
  const watch = watchProgress({
    limits,
    startTimer: clock.startTimer,
    isHeld: () => held.is,
    onQuiet: (ms) => seen.push(`quiet ${ms / minutes}`),
    onStall: (ms) => seen.push(`stall ${ms / minutes}`),
  })
  return { clock, seen, watch, held }
}

const progress: AgentEvent = { type: 'text-delta', text: 'x' }
const call = { id: 'c', type: 'function', function: { name: 'terminal', arguments: '{}' } } as const
const toolStart: AgentEvent = { type: 'tool-start', call, args: {} }
const toolEnd: AgentEvent = {
  type: 'tool-end',
  call,
  message: { role: 'tool', tool_call_id: 'c', content: '' },
  isError: false,
  durationMs: 1,
}

test('lets a child that makes progress run for hours', async () => {
  const { clock, seen, watch } = setup()
  for (let round = 0; round < 60; round += 1) {
    await clock.pass(7 * minutes)
    watch.see(progress)
  }
  expect(seen).toEqual([])
})

test('warns once about silence, then reports the stall once', async () => {
  const { clock, seen } = setup()
  await clock.pass(9 * minutes)
  expect(seen).toEqual(['quiet 8'])
  await clock.pass(60 * minutes)
  expect(seen).toEqual(['quiet 8', 'stall 10'])
  expect(clock.pending).toBe(0)
})

test('extends the time while a tool runs', async () => {
  const { clock, seen, watch } = setup()
  watch.see(toolStart)
  await clock.pass(15 * minutes)
  watch.see(toolEnd)
  await clock.pass(7 * minutes)
  expect(seen).toEqual([])
  await clock.pass(3 * minutes)
  expect(seen).toEqual(['quiet 8', 'stall 10'])
})

test('does not count time spent waiting for a person', async () => {
  const { clock, seen, watch } = setup()
  const question: Question = {
    id: 'q',
    kind: 'approval',
    sessionId: 's',
    rootSessionId: 's',
    text: 'rm x',
    reasons: [],
    choices: [],
    fingerprint: '',
    createdAtMs: 0,
    deadlineMs: 0,
    askedBy: '',
    heldUntilMs: 0,
    state: 'open',
  }
  watch.see({ type: 'question-open', question })
  await clock.pass(300 * minutes)
  expect(seen).toEqual([])
  watch.see({ type: 'question-settled', question })
  await clock.pass(10 * minutes)
  expect(seen).toEqual(['quiet 8', 'stall 10'])
})

test('reports nothing after it was stopped', async () => {
  const { clock, seen, watch } = setup()
  watch.stop()
  watch.see(progress)
  await clock.pass(300 * minutes)
  expect(seen).toEqual([])
  expect(clock.pending).toBe(0)
})

test('does not count a pause as silence, whenever it begins', async () => {
  const { clock, seen, watch, held } = setup()
  held.is = true
  await clock.pass(60 * minutes)
  expect(seen).toEqual([])
  held.is = false
  // First step after the pause.
  watch.see(progress)
  await clock.pass(9 * minutes)
  held.is = true
  await clock.pass(60 * minutes)
  expect(seen).toEqual(['quiet 8'])
  held.is = false
  watch.see(progress)
  await clock.pass(10 * minutes)
  expect(seen).toEqual(['quiet 8', 'quiet 8', 'stall 10'])
})
