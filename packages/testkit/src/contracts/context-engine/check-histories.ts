import { type ContextEngine, type Message, sanitizeTranscript } from '@hermes/core'
import fc from 'fast-check'
import { expect } from 'vitest'
import { anyHistory } from './any-history.js'
import { never, snapshotOf } from './snapshot-of.js'

/** Enough to find a fault in one of ten messages with every seed. */
const cases = 150

/**
 * Forces the engine to compress histories of every shape in windows of every size. Deterministic unless fast-check is configured with a
 * seed.
 */
export async function checkHistories(engine: ContextEngine, seed = fc.readConfigureGlobal().seed ?? 1): Promise<void> {
  const history = fc.tuple(anyHistory({ maxWords: 30 }), fc.integer({ min: 500, max: 20_000 }))
  const property = fc.asyncProperty(history, ([messages, window]) => checkHistory(engine, messages, window))
  await fc.assert(property, { seed, numRuns: cases })
}

async function checkHistory(engine: ContextEngine, messages: readonly Message[], contextWindow: number): Promise<void> {
  const snapshot = snapshotOf(messages, { contextWindow })
  const outcome = await engine.compress(snapshot, { ...never(), force: true })
  if (outcome.status === 'skipped') return
  expect(sanitizeTranscript(outcome.messages)).toBe(outcome.messages)
  expect(outcome.messages).toContain(messages.findLast(({ role }) => role === 'user'))
  expect(outcome.tokensAfter).toBeLessThan(outcome.tokensBefore)
}
