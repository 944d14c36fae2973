import type { RunContext } from '@hermes/core'
import { fakeTools } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createProgramCalls } from './program-calls.js'

/** A program of a run that is paused until `resumed` is settled. */
async function callWhilePaused(resumed: Promise<void>, signal: AbortSignal) {
  const clock: string[] = []
  const calls = createProgramCalls()
  const executor = fakeTools({ look: () => `seen, ${clock.join()}` })
  const run: RunContext = {
    sessionId: 's',
    rootSessionId: 's',
    depth: 1,
    budget: { limits, spent: limits, take: () => true, refund: none, count: none, exhausted: () => undefined },
    emit: none,
    untilResumed: () => resumed,
  }
  const waiting = { begin: () => void clock.push('stopped'), end: () => void clock.push('goes on') }
  const context = { callId: 'c', sessionId: 's', taskId: 's', run, signal, report: none, waiting }
  // The executor of a turn learns its run with the first call.
  for await (const _ of calls.join(executor, { executor, tools: () => [] }).execute([], context));
  return calls.tools.call({ id: 'c.1', name: 'look', args: {} }, context)
}

const none = () => undefined
const limits = { iterations: 0, tokens: 0, durationMs: 0, costUsd: 0 }

test('the clock of a program stands still while its run is paused', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const answer = callWhilePaused(promise, AbortSignal.timeout(10_000))
  resolve()
  expect(await answer).toEqual({ content: 'seen, stopped,goes on', isError: false })
})

test('an abort during the pause is answered', async () => {
  const answer = callWhilePaused(Promise.reject(new Error('enough')), AbortSignal.abort(new Error('enough')))
  expect(await answer).toEqual({ content: '[cancelled]', isError: true })
})
