import { setImmediate as nextRound } from 'node:timers/promises'
import type { ContextEngine, ContextSnapshot, Message } from '@hermes/core'
import { expect, test } from 'vitest'
import { estimateTokens } from '../count-tokens.js'
import { createSlidingWindow } from '../sliding-window/sliding-window.js'
import { createCompressor } from './create-compressor.js'

const lines = (count: number, name: string) =>
  Array.from({ length: count }, (_, n) => `${name} ${n}: GET /v1/items/${n} took ${n % 900} ms, token=abc${n}`).join(
    '\n',
  )

/** 20 MB in results of two sizes, and a long message of the user. */
const messages: readonly Message[] = [
  { role: 'user', content: `Find the slow requests. Never restart the server.\n${lines(30_000, 'pasted')}` },
  ...Array.from({ length: 3_000 }, (_, n): readonly Message[] => {
    const id = `call_${n}`
    const called = { name: 'terminal', arguments: JSON.stringify({ command: `grep ${n} access.log` }) }
    return [
      { role: 'assistant', content: `Step ${n}.`, tool_calls: [{ id, type: 'function', function: called }] },
      { role: 'tool', tool_call_id: id, content: lines(n % 1_000 === 7 ? 30_000 : 70, `worker ${n}`) },
    ]
  }).flat(),
  { role: 'user', content: 'Go on.' },
]

function snapshot(): ContextSnapshot {
  // New objects, because engines remember the size of a message.
  const fresh = messages.map((message) => ({ ...message }))
  return { sessionId: 's', system: '', tools: [], messages: fresh, contextWindow: 128_000, state: {} }
}

/**
 * Does the work and returns the longest time that it blocked everything else, in milliseconds of CPU time, because a
 * busy machine is slower.
 */
async function longestDelay(work: Promise<unknown>): Promise<number> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  work.then(end, end)
  let longest = 0
  for (let before = cpuMs(); !isOver; before = cpuMs()) {
    await nextRound()
    longest = Math.max(longest, cpuMs() - before)
  }
  await work
  return longest
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const unusable = async () => 'no summary'
const { signal } = new AbortController()

test.each<[string, ContextEngine]>([
  ['by rules', createCompressor()],
  ['for a model', createCompressor({ summarize: unusable })],
  ['by the sliding window', createSlidingWindow()],
])('other work runs while a large history is compressed %s', { timeout: 120_000 }, async (_, engine) => {
  expect(await longestDelay(engine.compress(snapshot(), { signal, force: true }))).toBeLessThan(250)
})

test('after the preparation, the decision counts no message', async () => {
  let counted = 0
  const engine = createCompressor({
    countTokens(value) {
      counted += 1
      return estimateTokens(value)
    },
  })
  const context = snapshot()
  await engine.prepare?.(context, { signal })
  expect(counted).toBe(messages.length)
  engine.shouldCompress({ ...context, system: '' })
  expect(counted).toBeLessThan(messages.length + 5)
})

test('an abort ends the compression between two parts of its work', async () => {
  const stop = new AbortController()
  const compressing = createCompressor().compress(snapshot(), { signal: stop.signal, force: true })
  await nextRound()
  stop.abort(new Error('stopped by a person'))
  await expect(compressing).rejects.toThrow('stopped by a person')
})
