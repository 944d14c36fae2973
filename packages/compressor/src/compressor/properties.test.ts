import { type ContextSnapshot, type Message, sanitizeTranscript } from '@hermes/core'
import { anyHistory } from '@hermes/testkit/contracts'
import fc from 'fast-check'
import { describe, expect, inject, test } from 'vitest'
import { createCompressor } from './create-compressor.js'

const { signal } = new AbortController()
const key = 'sk-proj-4f9Xq2LmN8vRt6YbZc1DwE5gHj7KpAsQ'
const histories = anyHistory({ maxWords: 80, planted: [`OPENAI_API_KEY=${key}`, 'ordinary words'] })
const windows = fc.integer({ min: 1_000, max: 16_000 })
const settings = fc.record({
  protectFirst: fc.integer({ min: 0, max: 5 }),
  protectLast: fc.integer({ min: 0, max: 12 }),
  threshold: fc.constantFrom(0.3, 0.5, 0.85),
  targetRatio: fc.constantFrom(0.05, 0.2, 0.6),
})
const snapshot = (messages: readonly Message[], contextWindow: number, state = {}): ContextSnapshot => ({
  sessionId: 's',
  system: 'You help.',
  tools: [],
  messages,
  contextWindow,
  state,
})
/** Stops at the first failure, because shrinking a history exceeds the time limit. */
const runs = { endOnFailure: true, numRuns: 40 * inject('effort') }

/** Generous, because machines are shared. */
const timeout = 180_000

describe('for any conversation', { timeout }, () => {
  test('the result is valid, smaller, contains the newest question, and keeps message objects', async () => {
    await fc.assert(
      fc.asyncProperty(histories, windows, settings, async (messages, window, options) => {
        const outcome = await createCompressor(options).compress(snapshot(messages, window), { signal, force: true })
        if (outcome.status === 'skipped') return
        expect(sanitizeTranscript(outcome.messages)).toBe(outcome.messages)
        expect(outcome.messages).toContain(messages.findLast(({ role }) => role === 'user'))
        expect(outcome.tokensAfter).toBeLessThan(outcome.tokensBefore)
        const kept = outcome.messages.filter((message) => messages.includes(message))
        expect(kept).toEqual(messages.filter((message) => outcome.messages.includes(message)))
        // The summary and the message that keeps roles alternating. Cut results are tool messages.
        const added = outcome.messages.filter((message) => !messages.includes(message) && message.role !== 'tool')
        expect(added.length).toBeLessThanOrEqual(2)
      }),
      runs,
    )
  })

  test('is deterministic, and a second compression is skipped', async () => {
    await fc.assert(
      fc.asyncProperty(histories, windows, settings, async (messages, window, options) => {
        const engine = createCompressor(options)
        const first = await engine.compress(snapshot(messages, window), { signal, force: true })
        expect(await createCompressor(options).compress(snapshot(messages, window), { signal, force: true })).toEqual(
          first,
        )
        if (first.status === 'skipped') return
        const left = snapshot(first.messages, window, first.state)
        expect(engine.shouldCompress(left)).toBe(false)
        const second = await engine.compress(left, { signal })
        expect(second.status).toBe('skipped')
      }),
      runs,
    )
  })

  test('no secret reaches the model, the summary or the state', async () => {
    await fc.assert(
      fc.asyncProperty(histories, windows, async (messages, window) => {
        const prompts: string[] = []
        const engine = createCompressor({
          protectFirst: 0,
          protectLast: 1,
          summarize: async ({ system, prompt }) => {
            prompts.push(system, prompt)
            return ''
          },
        })
        const outcome = await engine.compress(snapshot(messages, window), { signal, force: true })
        const summary = outcome.status === 'compressed' ? outcome.summary : ''
        const out = JSON.stringify([prompts, summary, outcome.state])
        for (let at = 0; at + 12 <= key.length; at += 4) expect(out).not.toContain(key.slice(at, at + 12))
      }),
      runs,
    )
  })
})

test('a session of 2,000 iterations completes in a window of 32,000 tokens', { timeout }, async () => {
  const engine = createCompressor()
  const window = 32_000
  let messages: Message[] = [{ role: 'user', content: 'Build the shop, and never touch legacy/.' }]
  let state = {}
  let lastSize = 0
  let compressions = 0
  const size = () => JSON.stringify(messages).length / 4
  for (let n = 0; n < 2_000; n++) {
    const call = {
      id: `c${n}`,
      type: 'function',
      function: { name: 'terminal', arguments: `{"command":"make p${n}"}` },
    } as const
    messages.push({ role: 'assistant', content: n % 9 ? null : `Part ${n} comes next.`, tool_calls: [call] })
    messages.push({ role: 'tool', tool_call_id: call.id, content: `part ${n} `.padEnd(n % 50 ? 300 : 60_000, 'x') })
    if (n % 200 === 199)
      messages.push({ role: 'assistant', content: 'Done.' }, { role: 'user', content: `Now stage ${n}.` })
    if (engine.shouldCompress(snapshot(messages, window, state))) {
      expect(size()).toBeGreaterThan(lastSize)
      const outcome = await engine.compress(snapshot(messages, window, state), { signal })
      state = outcome.state
      if (outcome.status === 'compressed') {
        compressions += 1
        expect(outcome.messages).toContain(
          messages.findLast(({ role, content }) => role === 'user' && !isSummary(content)),
        )
        messages = [...outcome.messages]
        lastSize = size()
      }
    }
    expect(size()).toBeLessThan(window)
  }
  expect(sanitizeTranscript(messages)).toBe(messages)
  expect(JSON.stringify(messages)).toContain('never touch legacy/')
  expect(compressions).toBeGreaterThan(5)
  expect(compressions).toBeLessThan(200)
})

function isSummary(content: unknown): boolean {
  return typeof content === 'string' && content.startsWith('[Record of the earlier conversation')
}
