import type { ContextSnapshot, Message } from '@hermes/core'
import { expect, test } from 'vitest'
import { createCompressor } from './create-compressor.js'
import { summaryBudget, toLimits } from './limits.js'
import { toSettings } from './options.js'

const { signal } = new AbortController()
const user = (content: string): Message => ({ role: 'user', content })
const answer = (content: string): Message => ({ role: 'assistant', content })
const snapshot = (messages: readonly Message[], changes: Partial<ContextSnapshot> = {}): ContextSnapshot => ({
  sessionId: 's',
  system: '',
  tools: [],
  messages,
  contextWindow: 10_000,
  state: {},
  ...changes,
})
const countTokens = (value: string | Message) => (typeof value === 'string' ? value : String(value.content)).length
const engine = createCompressor({ countTokens, protectFirst: 1, protectLast: 2 })
const chat = (count: number, size: number): Message[] =>
  Array.from({ length: count }, (_, n) => (n % 2 ? answer : user)(`${n} `.padEnd(size, 'w')))

test('is due at half of the window, including the system prompt', () => {
  expect(engine.shouldCompress(snapshot(chat(4, 1_200)))).toBe(false)
  expect(engine.shouldCompress(snapshot(chat(4, 1_200), { system: 'x'.repeat(300) }))).toBe(true)
})

test('uses contextTokens if it is smaller than the window', () => {
  const small = createCompressor({ countTokens, contextTokens: 2_000 })
  expect(small.shouldCompress(snapshot(chat(2, 700)))).toBe(true)
})

test("uses the provider's count and adds later messages", () => {
  const messages = chat(4, 500)
  expect(engine.shouldCompress(snapshot(messages, { measured: { promptTokens: 5_100, messageCount: 4 } }))).toBe(true)
  expect(engine.shouldCompress(snapshot(chat(4, 3_000), { measured: { promptTokens: 3_900, messageCount: 4 } }))).toBe(
    false,
  )
  const since = [...messages, user('w'.repeat(2_000))]
  // The provider counts twice as many tokens as the engine, so later messages count double, too.
  const measured = { promptTokens: 4_000, messageCount: 4 }
  expect(engine.shouldCompress(snapshot(since.slice(0, 4), { measured }))).toBe(false)
  expect(engine.shouldCompress(snapshot(since, { measured }))).toBe(true)
})

test('ignores an implausible provider count', () => {
  expect(engine.shouldCompress(snapshot(chat(4, 3_000), { measured: { promptTokens: 20, messageCount: 4 } }))).toBe(
    true,
  )
})

test('stores the calibration of estimates in the state', async () => {
  const messages = chat(40, 150)
  const measured = { promptTokens: 12_000, messageCount: 40 }
  const { state } = await engine.compress(snapshot(messages, { measured }), { signal, force: true })
  expect(state.calibration).toBeCloseTo(2, 1)
})

test('waits for growth after a compression, regardless of the provider count', async () => {
  const messages = chat(40, 150)
  const outcome = await engine.compress(snapshot(messages), { signal })
  if (outcome.status === 'skipped') throw new Error(outcome.reason)
  const measured = { promptTokens: 5_500, messageCount: outcome.messages.length }
  expect(engine.shouldCompress(snapshot(outcome.messages, { state: outcome.state, measured }))).toBe(false)
  const grown = [...outcome.messages, ...chat(8, 200)]
  expect(engine.shouldCompress(snapshot(grown, { state: outcome.state, measured }))).toBe(true)
})

test('pauses after two useless compressions until the conversation has grown', async () => {
  const messages = chat(1, 6_000)
  const first = await engine.compress(snapshot(messages), { signal })
  expect(first.status).toBe('skipped')
  const second = await engine.compress(snapshot(messages, { state: first.state }), { signal })
  expect(second).toMatchObject({ status: 'skipped', reason: expect.stringContaining('Begin a new session') })
  expect(engine.shouldCompress(snapshot(messages, { state: second.state }))).toBe(false)
  const grown = [...messages, ...chat(6, 400).slice(1)]
  expect(engine.shouldCompress(snapshot(grown, { state: second.state }))).toBe(true)
})

test('stops waiting when the window shrinks', async () => {
  const messages = chat(3, 2_000)
  const { state } = await engine.compress(snapshot(messages), { signal })
  expect(engine.shouldCompress(snapshot(messages, { state, contextWindow: 6_000 }))).toBe(true)
})

test.each([
  [5_000, 200_000, 2_000],
  [50_000, 200_000, 10_000],
  [90_000, 200_000, 10_000],
  [400_000, 1_000_000, 12_000],
  [30_000, 32_000, 2_000],
  [3_000, 4_000, 500],
])('a summary of %i tokens in a window of %i takes at most %i', (replaced, window, most) => {
  expect(summaryBudget(replaced, toLimits(toSettings({}), window, 1))).toBe(most)
})

test('compresses with an invalid state or one from another clock', async () => {
  const messages = chat(40, 150)
  for (const state of [
    { version: 1, cooldownUntilMs: 1e300, useless: -4 },
    { version: 2, waitFor: { tokens: 1e9 } },
  ]) {
    expect(engine.shouldCompress(snapshot(messages, { state }))).toBe(true)
    expect(await engine.compress(snapshot(messages, { state }), { signal })).toMatchObject({ status: 'compressed' })
  }
})
