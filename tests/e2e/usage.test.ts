import { call, startFakeProvider, text } from '@hermes/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSandbox, provider, type Sandbox } from './hermes.js'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = createSandbox()
})
afterEach(() => sandbox[Symbol.dispose]())

const usage = { inputTokens: 1000, outputTokens: 100, cacheReadTokens: 500, cacheWriteTokens: 0, reasoningTokens: 0 }
const priced = [
  'model_overrides:',
  '  fake-model:',
  '    context_length: 100000',
  '    price: { input: 3, output: 15, cache_read: 0.3 }',
  '',
].join('\n')
/** The cost of one call at these prices. */
const usd = (1000 * 3 + 100 * 15 + 500 * 0.3) / 1_000_000

test('shows the cost of a session at its end and stores it', async () => {
  await using server = await startFakeProvider({
    script: [call('read_file', { path: 'notes.txt' }, { usage }), text('Tea.', { usage })],
  })
  sandbox.write('notes.txt', 'buy tea\n')
  sandbox.writeHome('config.yaml', priced)
  const { stdout } = await sandbox.run(['-z', 'hi', '--json', ...provider(server.baseUrl)])
  const result = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')
  expect(result.cost).toEqual({ status: 'estimated', usd: 2 * usd, source: 'config', version: 'config' })
  expect(result.usage).toEqual({ ...usage, inputTokens: 2000, outputTokens: 200, cacheReadTokens: 1000 })

  const [listed] = JSON.parse((await sandbox.run(['sessions', 'list', '--json'])).stdout)
  expect(listed).toMatchObject({
    input_tokens: 2000,
    estimated_cost_usd: 2 * usd,
    cost_status: 'estimated',
    cost_source: 'config',
  })
  expect((await sandbox.run(['sessions', 'show', 'latest'])).stdout).toMatch(
    /\n\n2 calls · 2\.0k tokens in, 1\.0k from cache, 200 out · about \$0\.0093\n$/,
  )
})

test('distinguishes unknown prices from 0, and reports partial costs', async () => {
  await using server = await startFakeProvider({ script: () => text('ok', { usage }) })
  const ask = async (...args: string[]) => {
    const { stdout } = await sandbox.run(['-z', 'hi', '--json', ...provider(server.baseUrl), ...args])
    return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '').cost
  }
  const listed = async () => JSON.parse((await sandbox.run(['sessions', 'list', '--json'])).stdout)[0]
  expect(await ask()).toEqual({ status: 'unknown' })
  expect(await listed()).toMatchObject({ estimated_cost_usd: null, cost_status: 'unknown', pricing_version: null })
  sandbox.writeHome('config.yaml', priced)
  expect(await ask('-c')).toMatchObject({ status: 'estimated', usd })
  expect(await listed()).toMatchObject({ estimated_cost_usd: usd, cost_status: 'partial' })
  expect((await sandbox.run(['sessions', 'show', 'latest'])).stdout).toContain('at least $0.0047 (not every price')
})
