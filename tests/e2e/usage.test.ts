import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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

test('counts sub-agents for the conversation that started them, everywhere', async () => {
  const delegates = call('delegate_task', { tasks: [{ goal: 'Count.' }, { goal: 'Add.' }] }, { usage })
  await using server = await startFakeProvider({
    script: ({ messages }) => {
      const said = JSON.stringify(messages)
      return said.includes('split it') && !said.includes('delegate_task') ? delegates : text('Done.', { usage })
    },
  })
  sandbox.writeHome('config.yaml', `${priced}auxiliary: { title_generation: { enabled: false } }\n`)
  const asked = ['-z', 'split it', '--json', '--usage-file', 'usage.json', ...provider(server.baseUrl)]
  const { stdout } = await sandbox.run(asked)
  expect(server.requests).toHaveLength(4)
  const result = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')
  expect(result).toMatchObject({ iterations: 2, apiCalls: 4, usage: { inputTokens: 4000 }, cost: { usd: 4 * usd } })
  const all = { input_tokens: 4000, output_tokens: 400, estimated_cost_usd: 4 * usd }
  const json = async (...args: string[]) => JSON.parse((await sandbox.run([...args, '--json'])).stdout)
  expect(JSON.parse(readFileSync(join(sandbox.workspace, 'usage.json'), 'utf8'))).toMatchObject({
    api_calls: 4,
    ...all,
  })
  expect(await json('sessions', 'list')).toMatchObject([{ api_call_count: 4, ...all }])
  expect(await json('sessions', 'show', 'latest')).toMatchObject({
    api_call_count: 4,
    ...all,
    usage_by_task: [
      { task: 'turn', api_call_count: 2 },
      { task: 'subagents', api_call_count: 2 },
    ],
  })
  expect((await sandbox.run(['sessions', 'show', 'latest'])).stdout).toContain('4 calls · 4.0k tokens in')
  expect(await json('insights')).toMatchObject({ total: { conversations: 1, api_calls: 4, ...all } })

  const sessions: readonly { readonly api_call_count: number }[] = await json('sessions', 'list', '--all')
  expect(sessions.map(({ api_call_count }) => api_call_count).toSorted()).toEqual([1, 1, 2])
})
