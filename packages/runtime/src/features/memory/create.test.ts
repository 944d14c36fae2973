import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder, tempHome } from '../../../testing/temp-home.js'
import { loadConfig } from '../../config/load/load-config.js'
import { createRuntime } from '../../create-runtime.js'

const add = call('memory', { action: 'add', target: 'user', content: 'Lives in Utrecht.' })

/** Returns the lines that the surface shows in a turn in which the agent remembers something. */
async function toldBy(memory: { readonly write_approval: boolean }, userId?: string): Promise<readonly string[]> {
  await using provider = await startFakeProvider({ script: [add, text('Noted.')] })
  const paths = await tempHome()
  const model = { provider: 'custom', base_url: provider.baseUrl, default: 'large', context_length: 100_000 }
  const loaded = await loadConfig({ paths, variables: { HOME: paths.home }, overrides: { model, memory } })
  const told: string[] = []
  const surface = { source: 'cli', tell: (line: string) => void told.push(line) } as const
  const runtime = await createRuntime({ ...loaded, paths, workingDirectory: await tempFolder(), surface })
  onTestFinished(() => runtime[Symbol.asyncDispose]())
  const { outcome } = await runtime.agent.run('I live in Utrecht.', userId === undefined ? {} : { userId }).result
  expect(outcome.status).toBe('completed')
  return told
}

test('tells the owner which change waits for approval, and nothing about other changes', async () => {
  expect(await toldBy({ write_approval: true })).toEqual([expect.stringMatching(/^Memory: .*\/memory approve \w+$/)])
  expect(await toldBy({ write_approval: false })).toEqual([])
  expect(await toldBy({ write_approval: true }, 'ada')).toEqual([])
})

test('reviews a conversation that ends after a few turns', async () => {
  await using provider = await startFakeProvider({ script: [text('Hello.'), text('Noted.'), add, text('Done.')] })
  const paths = await tempHome()
  const model = { provider: 'custom', base_url: provider.baseUrl, default: 'large', context_length: 100_000 }
  const loaded = await loadConfig({ paths, variables: { HOME: paths.home }, overrides: { model } })
  const told: string[] = []
  const surface = { source: 'cli', keepsRunning: true, tell: (line: string) => void told.push(line) } as const
  await using runtime = await createRuntime({ ...loaded, paths, workingDirectory: await tempFolder(), surface })
  const { agent } = runtime
  for (const input of ['Hi.', 'I live in Utrecht.']) await agent.run(input, { sessionId: 's' }).result
  await agent.session('s').end('new_session')
  await expect.poll(() => told).toEqual([expect.stringMatching(/^Memory: \+ Lives in Utrecht\. /)])
})

const notebook = `
import { appendFile } from 'node:fs/promises'
export default {
  kind: 'memory-provider',
  id: 'notebook',
  options: { '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value }) } },
  create: (_, { home }) => ({
    id: 'notebook',
    prefetch: async () => [],
    sync: async () => undefined,
    afterMemoryWrite: async ({ added }) => appendFile(home + '/notebook.txt', added.join() + '\\n'),
  }),
}
`

test('reports to the long-term memory what the agent and people write to the files', async () => {
  await using provider = await startFakeProvider({ script: [add, text('Noted.')] })
  const paths = await tempHome()
  await writeFile(join(paths.home, 'notebook.mjs'), notebook)
  const model = { provider: 'custom', base_url: provider.baseUrl, default: 'large', context_length: 100_000 }
  const overrides = { model, memory: { provider: './notebook.mjs' } }
  const loaded = await loadConfig({ paths, variables: { HOME: paths.home }, overrides })
  const surface = { source: 'cli', keepsRunning: true } as const
  await using runtime = await createRuntime({ ...loaded, paths, workingDirectory: await tempFolder(), surface })
  await runtime.agent.run('I live in Utrecht.').result
  await expect
    .poll(() => readFile(join(paths.home, 'notebook.txt'), 'utf8').catch(() => ''))
    .toBe('Lives in Utrecht.\n')
})
