import { PassThrough } from 'node:stream'
import { HermesError, noUsage, type RunResult, type Usage } from '@hermes/core'
import { english } from '@hermes/safety/language'
import { expect, test } from 'vitest'
import type { Io } from '../io.js'
import { createJsonSink } from './json-sink.js'

function open(spent: Partial<Usage> = {}) {
  const stdout = new PassThrough({ encoding: 'utf8' })
  const io: Io = {
    stdin: new PassThrough(),
    stdout,
    stderr: new PassThrough(),
    env: {},
    workingDirectory: '/',
    t: english,
  }
  const lines = (): unknown[] =>
    String(stdout.read())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  return {
    sink: createJsonSink(io, {
      sessionId: () => 's1',
      spent: () => ({ apiCalls: 3, usage: { ...noUsage, ...spent } }),
    }),
    stdout,
    lines,
  }
}

const result: RunResult = {
  sessionId: 's1',
  outcome: { status: 'completed', text: 'Hi' },
  finalResponse: 'Hi',
  messages: [],
  usage: noUsage,
  iterations: 1,
}

test('prints each event with version and session, and the result last', async () => {
  const { sink, lines } = open()
  await sink.event({ type: 'text-delta', text: 'H\ni' })
  await sink.end(result)
  expect(lines()).toEqual([
    { v: 1, sessionId: 's1', type: 'text-delta', text: 'H\ni' },
    {
      v: 1,
      sessionId: 's1',
      type: 'result',
      outcome: result.outcome,
      finalResponse: 'Hi',
      usage: noUsage,
      cost: { status: 'unknown' },
      iterations: 1,
      apiCalls: 3,
    },
  ])
})

test('includes the cost of all calls in dollars in the result, also after a failure', async () => {
  const cost = { status: 'partial', microUsd: 1_234_567, source: 'models.dev', version: '2026-07-02' } as const
  const { sink, lines } = open({ inputTokens: 3, cost })
  await sink.end(result)
  await sink.end(undefined, new Error('It broke.'))
  const spent = {
    apiCalls: 3,
    usage: { ...noUsage, inputTokens: 3 },
    cost: { status: 'partial', usd: 1.234567, source: 'models.dev', version: '2026-07-02' },
  }
  expect(lines()).toEqual([expect.objectContaining(spent), expect.objectContaining(spent)])
})

test('keeps the message and the code of an error', async () => {
  const { sink, lines } = open()
  const error = new HermesError('transport/auth', 'The key is wrong.')
  await sink.event({ type: 'turn-end', outcome: { status: 'failed', error } })
  await sink.end(undefined, error)
  const plain = { name: 'HermesError', code: 'transport/auth', message: 'The key is wrong.' }
  expect(lines()).toMatchObject([
    { type: 'turn-end', outcome: { status: 'failed', error: plain } },
    { type: 'result', outcome: { status: 'failed', error: plain } },
  ])
})

test('escapes characters that some readers treat as line endings', async () => {
  const { sink, stdout } = open()
  await sink.event({ type: 'text-delta', text: 'a\u2028b\u2029c' })
  const line = String(stdout.read())
  expect(line).not.toMatch(/[\u2028\u2029]/)
  expect(JSON.parse(line).text).toBe('a\u2028b\u2029c')
})
