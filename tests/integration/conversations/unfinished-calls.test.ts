import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sessionUsage } from '@hermes/conversations/stored'
import { createAgent, TransportError } from '@hermes/core'
import { createSqliteStore } from '@hermes/state'
import { createAnthropicWire, cut, hang, startFakeProvider, text } from '@hermes/testkit'
import { createAnthropicTransport } from '@hermes/transports/anthropic'
import { withRetry } from '@hermes/transports/wrap'
import { expect, onTestFinished, test } from 'vitest'

type Script = Parameters<typeof startFakeProvider>[0]['script']

/** Opens an agent with its own store, whose provider reports input tokens at the start of each answer. */
async function open(script: Script) {
  const provider = await startFakeProvider({ wire: createAnthropicWire(), script })
  const folder = mkdtempSync(join(tmpdir(), 'hermes-usage-'))
  const store = await createSqliteStore({ path: join(folder, 'state.db') })
  onTestFinished(async () => {
    await store[Symbol.asyncDispose]()
    await provider.close()
    rmSync(folder, { recursive: true, maxRetries: 5 })
  })
  const transport = withRetry(createAnthropicTransport({ baseUrl: provider.baseUrl, apiKey: 'key' }), {
    attempts: 2,
    baseDelayMs: 1,
    canRestart: true,
  })
  const agent = createAgent({ transport, model: { id: 'm' }, store })
  async function usageOf(sessionId: string) {
    const record = await store.sessions.get(sessionId)
    if (!record) throw new TypeError('The session is not stored.')
    return sessionUsage(store, record)
  }
  return { agent, usageOf }
}

const broken = (inputTokens: number, failure: TransportError) =>
  cut(text('One two three four.', { usage: { inputTokens } }), { after: 2, how: failure })

test('counts the usage of a failed turn', async () => {
  const { agent, usageOf } = await open([broken(700, new TransportError('invalid-request', 'No.'))])
  const run = agent.run('Hi')
  const { outcome, usage } = await run.result
  expect(outcome.status).toBe('failed')
  expect(usage.inputTokens).toBe(700)
  expect(await usageOf(run.sessionId)).toMatchObject({ apiCallCount: 1, usage: { inputTokens: 700 } })
})

test('counts each retried attempt once', async () => {
  const { agent, usageOf } = await open([
    broken(700, new TransportError('overloaded', 'Overloaded.')),
    text('Whole.', { usage: { inputTokens: 30, outputTokens: 5 } }),
  ])
  const run = agent.run('Hi')
  expect((await run.result).finalResponse).toBe('Whole.')
  expect(await usageOf(run.sessionId)).toMatchObject({ apiCallCount: 2, usage: { inputTokens: 730 } })
})

test('counts the usage of an interrupted turn', async () => {
  const { agent, usageOf } = await open([hang(text('Half an answer.', { usage: { inputTokens: 700 } }))])
  const run = agent.run('Hi')
  for await (const event of run) if (event.type === 'text-delta') run.interrupt('Stop.')
  expect((await run.result).outcome.status).toBe('interrupted')
  expect(await usageOf(run.sessionId)).toMatchObject({ apiCallCount: 1, usage: { inputTokens: 700 } })
})
