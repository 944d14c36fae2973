import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunContext } from '@hermes/core'
import { createLocalEnvironment } from '@hermes/environments'
import { fakeTools } from '@hermes/testkit'
import { createToolExecutor, createToolRegistry, fileTools } from '@hermes/tools'
import { expect, onTestFinished, test } from 'vitest'
import { createProgramCalls } from './program-calls.js'

/** Calls a tool from a program whose run is paused until `resumed` settles. */
async function callWhilePaused(resumed: Promise<void>, signal: AbortSignal) {
  const clock: string[] = []
  const calls = createProgramCalls()
  const executor = fakeTools({ look: () => `seen, ${clock.join()}` })
  const run: RunContext = { ...plainRun, untilResumed: () => resumed }
  const waiting = { begin: () => void clock.push('stopped'), end: () => void clock.push('goes on') }
  const context = { callId: 'c', sessionId: 's', taskId: 's', run, signal, report: none, waiting }
  // The executor of a turn learns about the run with the first call.
  for await (const _ of calls.join(executor, { executor, tools: () => [] }).execute([], context));
  return calls.tools.call({ id: 'c.1', name: 'look', args: {} }, context)
}

const none = () => undefined
const limits = { iterations: 0, tokens: 0, durationMs: 0, costUsd: 0 }
const plainRun: RunContext = {
  sessionId: 's',
  rootSessionId: 's',
  depth: 1,
  budget: { limits, spent: limits, take: () => true, refund: none, count: none, exhausted: () => undefined },
  emit: none,
}

test('stops the clock of a program while its run is paused', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const answer = callWhilePaused(promise, AbortSignal.timeout(10_000))
  resolve()
  expect(await answer).toEqual({ content: 'seen, stopped,goes on', isError: false })
})

test('answers a call that is aborted during the pause', async () => {
  const answer = callWhilePaused(Promise.reject(new Error('enough')), AbortSignal.abort(new Error('enough')))
  expect(await answer).toEqual({ content: '[cancelled]', isError: true })
})

test('lets a program read a file that the conversation already shows', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-programs-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'a'), 'text')
  await using environment = createLocalEnvironment({ workingDirectory: folder, variables: { HOME: folder } })
  const tools = fileTools({ environment })
  const executor = createToolExecutor({ registry: createToolRegistry(tools) })
  const calls = createProgramCalls()
  const agent = calls.join(executor, { executor, tools: () => tools })
  const context = { sessionId: 's', taskId: 't', signal: AbortSignal.timeout(60_000), run: plainRun }
  const read = { name: 'read_file', arguments: '{"path":"a"}' }
  for await (const _ of agent.execute([{ id: '1', type: 'function', function: read }], context));
  const waiting = { begin: none, end: none }
  const answer = calls.tools.call(
    { id: '2.1', name: 'read_file', args: { path: 'a' } },
    { ...context, callId: '2', report: none, waiting },
  )
  expect(await answer).toEqual({ content: '1|text\n[lines 1-1 of 1]', isError: false })
})
