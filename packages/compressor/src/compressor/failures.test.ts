import {
  type ContextSnapshot,
  type JsonObject,
  type Message,
  TransportError,
  type TransportErrorKind,
} from '@hermes/core'
import { describe, expect, test } from 'vitest'
import { renderSections, toSections } from '../extract/sections.js'
import type { Summarize } from '../summary/summarize.js'
import { createCompressor } from './create-compressor.js'

const { signal } = new AbortController()
const record = renderSections(toSections((name) => [`- ${name}: from the model`]))

/** Returns a snapshot above the threshold of half the window, but far from full. */
function snapshot(state: JsonObject = {}, promptTokens = 10_000): ContextSnapshot {
  const messages: Message[] = [{ role: 'user', content: 'Build the shop.' }]
  for (let n = 0; n < 60; n++) {
    const call = { id: `c${n}`, type: 'function', function: { name: 'make', arguments: '{}' } } as const
    messages.push({ role: 'assistant', content: null, tool_calls: [call] })
    messages.push({ role: 'tool', tool_call_id: `c${n}`, content: `${n} `.padEnd(500, 'x') })
  }
  const measured = { promptTokens, messageCount: messages.length }
  return { sessionId: 's', system: '', tools: [], messages, contextWindow: 16_000, state, measured }
}

function set(...answers: readonly (string | Error)[]) {
  let calls = 0
  let nowMs = 1_000_000
  const summarize: Summarize = async () => {
    const reply = answers[Math.min(calls, answers.length - 1)]
    calls += 1
    if (reply instanceof Error) throw reply
    return reply ?? ''
  }
  return {
    engine: createCompressor({ summarize, now: () => nowMs }),
    calls: () => calls,
    pass: (ms: number) => {
      nowMs += ms
    },
  }
}

const failure = (kind: TransportErrorKind) => new TransportError(kind, `It failed: ${kind}.`)

describe('no model is available', () => {
  const kinds = ['auth', 'billing', 'rate-limit', 'overloaded', 'network', 'model-not-found'] as const

  test.each(kinds)('%s: skips the compression and reports the reason', async (kind) => {
    const { engine } = set(failure(kind))
    const outcome = await engine.compress(snapshot(), { signal })
    expect(outcome).toMatchObject({ status: 'skipped', reason: expect.stringContaining(`It failed: ${kind}.`) })
  })

  test('waits 1, 5 and 15 minutes before the next attempts', async () => {
    const { engine, pass } = set(failure('overloaded'))
    let state: JsonObject = {}
    for (const restMs of [60_000, 300_000, 900_000, 900_000]) {
      state = (await engine.compress(snapshot(state), { signal })).state
      pass(restMs - 1)
      expect(engine.shouldCompress(snapshot(state))).toBe(false)
      pass(1)
      expect(engine.shouldCompress(snapshot(state))).toBe(true)
    }
  })

  test('does not ask the model during the delay', async () => {
    const { engine, calls } = set(failure('network'))
    const { state } = await engine.compress(snapshot(), { signal })
    expect(await engine.compress(snapshot(state), { signal })).toMatchObject({ status: 'skipped' })
    expect(calls()).toBe(1)
  })

  test('a forced compression asks the model and falls back to rules', async () => {
    const { engine, calls } = set(failure('network'), failure('network'), record)
    const { state } = await engine.compress(snapshot(), { signal })
    const byRules = await engine.compress(snapshot(state), { signal, force: true })
    expect(byRules).toMatchObject({ status: 'compressed', notice: expect.stringContaining('without a model') })
    const byModel = await engine.compress(snapshot(state), { signal, force: true })
    expect(byModel).toMatchObject({ status: 'compressed', summary: expect.stringContaining('from the model') })
    expect(calls()).toBe(3)
  })

  test('compresses by rules during the delay when the window is nearly full', async () => {
    const { engine, calls } = set(failure('network'))
    const { state } = await engine.compress(snapshot(), { signal })
    const full = snapshot(state, 15_000)
    expect(engine.shouldCompress(full)).toBe(true)
    expect(await engine.compress(full, { signal })).toMatchObject({ status: 'compressed' })
    expect(calls()).toBe(1)
  })

  test('resets the failure count after an answer', async () => {
    const { engine } = set(failure('network'), record)
    const { state } = await engine.compress(snapshot(), { signal })
    const outcome = await engine.compress(snapshot(state), { signal, force: true })
    expect(outcome.state).toMatchObject({ failures: 0, cooldownUntilMs: 0 })
  })
})

describe('the model gives no usable summary', () => {
  test('falls back to rules after a timeout', async () => {
    const { engine } = set(failure('timeout'))
    expect(await engine.compress(snapshot(), { signal })).toMatchObject({
      status: 'compressed',
      summary: expect.stringContaining('> Build the shop.'),
      notice: expect.stringContaining('It failed: timeout.'),
    })
  })

  test('falls back to rules after two empty answers and waits 30 seconds', async () => {
    const { engine, calls } = set('')
    const outcome = await engine.compress(snapshot(), { signal })
    expect(outcome).toMatchObject({ status: 'compressed', state: { cooldownUntilMs: 1_030_000 } })
    expect(calls()).toBe(2)
  })

  test('uses the second answer if it is a summary', async () => {
    const { engine, calls } = set('I am sorry.', record)
    const outcome = await engine.compress(snapshot(), { signal })
    expect(outcome).toMatchObject({
      summary: expect.stringContaining('- Goal: from the model'),
      state: { failures: 0 },
    })
    expect(calls()).toBe(2)
  })

  test('keeps an answer without headings and fills in the sections by rules', async () => {
    const { engine } = set('The shop was half built, and the till prints 4711.')
    const { summary } = { summary: '', ...(await engine.compress(snapshot(), { signal })) }
    expect(summary).toContain('the till prints 4711')
    expect(summary).toMatch(/## Completed Actions\n1\. make/)
  })

  test('fills in a few missing sections without a retry', async () => {
    const { engine, calls } = set(record.slice(0, record.indexOf('## Remaining Work')))
    const outcome = await engine.compress(snapshot(), { signal })
    expect(outcome).toMatchObject({ summary: expect.stringContaining('## Critical Context') })
    expect(calls()).toBe(1)
  })

  test('bounds the summary when the answer is too long', async () => {
    const { engine } = set(`${record}\n${'- and another thing\n'.repeat(20_000)}`)
    const outcome = await engine.compress(snapshot(), { signal })
    if (outcome.status === 'skipped') throw new Error(outcome.reason)
    expect(outcome.tokensAfter).toBeLessThan(outcome.tokensBefore * 0.7)
  })
})

test('rejects on abort even if the model ignores the signal', async () => {
  const controller = new AbortController()
  const engine = createCompressor({ summarize: () => Promise.withResolvers<string>().promise })
  const compressing = engine.compress(snapshot(), { signal: controller.signal })
  controller.abort(new Error('Enough.'))
  await expect(compressing).rejects.toThrow('Enough.')
})
