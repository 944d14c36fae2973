import { promptTokens } from '@hermes/core'
import { createAnthropicWire, hang, type ProviderReply, startFakeProvider, text, type Wire } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder, tempHome } from '../../testing/temp-home.js'
import { loadConfig } from '../config/load/load-config.js'
import { createRuntime } from '../create-runtime.js'

/** Interrupts a turn as soon as the first part of its answer is shown. */
async function interrupted(reply: ProviderReply, wire?: Wire) {
  const provider = await startFakeProvider({ script: [reply], ...(wire && { wire }) })
  onTestFinished(() => provider.close())
  const paths = await tempHome()
  const loaded = await loadConfig({
    paths,
    variables: { HOME: paths.home },
    overrides: {
      model: {
        provider: 'custom',
        base_url: provider.baseUrl,
        default: 'm',
        ...(wire && { api_mode: 'anthropic_messages' }),
      },
      model_overrides: { m: { price: { input: 1, output: 1_000 } } },
    },
  })
  const runtime = await createRuntime({
    ...loaded,
    paths,
    workingDirectory: await tempFolder(),
    surface: { source: 'test' },
  })
  onTestFinished(() => runtime[Symbol.asyncDispose]())
  const run = runtime.agent.run('Tell me a story.', { session: { source: 'test' } })
  for await (const event of run) if (event.type === 'text-delta') run.interrupt('Stop.')
  const { outcome, usage } = await run.result
  expect(outcome.status).toBe('interrupted')
  const record = await runtime.store.sessions.get(run.sessionId)
  const sentBytes = JSON.stringify((await provider.request(1)).body).length
  return { usage, record, sentBytes }
}

const story = 'Once upon a time there was a ferry that never left its harbour.'

test('estimates the usage of an interrupted answer, with its cost', async () => {
  const { usage, record, sentBytes } = await interrupted(hang(text(story)))
  // English and JSON Schemas have three to seven bytes per token.
  expect(promptTokens(usage)).toBeGreaterThan(sentBytes / 7)
  expect(promptTokens(usage)).toBeLessThan(sentBytes / 3)
  expect(usage.outputTokens).toBeGreaterThan(0)
  expect(usage.outputTokens).toBeLessThan(30)
  const microUsd = usage.inputTokens + 1_000 * usage.outputTokens
  expect(record).toMatchObject({ apiCallCount: 1, usage: { ...usage, cost: { status: 'estimated', microUsd } } })
})

test('keeps the counts that the provider has already reported', async () => {
  const counted = { inputTokens: 700, cacheReadTokens: 200 }
  const { usage } = await interrupted(hang(text(story, { usage: counted })), createAnthropicWire())
  expect(usage).toMatchObject(counted)
  expect(usage.outputTokens).toBeGreaterThan(0)
  expect(usage.outputTokens).toBeLessThan(30)
})
