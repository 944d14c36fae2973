import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TransportError } from '@hermes/core'
import { type FakeProvider, fail, startFakeProvider, text } from '@hermes/testkit'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSandbox, type Sandbox } from './hermes.js'

// Each test runs several processes, on possibly busy machines.
vi.setConfig({ testTimeout: 120_000 })

let sandbox: Sandbox
beforeEach(() => {
  sandbox = createSandbox()
})
afterEach(() => sandbox[Symbol.dispose]())

function configure(settings: object): void {
  writeFileSync(join(sandbox.home, 'config.yaml'), JSON.stringify(settings), { mode: 0o600 })
}

function modelsAskedOf({ requests }: FakeProvider): readonly unknown[] {
  return requests.filter(({ path }) => path.endsWith('/chat/completions')).map(({ body }) => body.model)
}

test('uses several own servers: one by option, one by fallback, each with its own key', async () => {
  await using box = await startFakeProvider({ script: () => text('I am box'), apiKey: 'box-key' })
  await using lab = await startFakeProvider({
    script: () => fail(new TransportError('auth', 'no', { status: 401 })),
    apiKey: 'lab-key',
  })
  configure({
    model: { provider: 'lab' },
    providers: {
      box: { base_url: box.baseUrl, model: 'qwen3', context_length: 40_000 },
      lab: { base_url: lab.baseUrl, key_env: 'LAB_KEY', model: 'large' },
    },
    fallback_providers: [{ provider: 'box', model: 'small' }],
    auxiliary: { title_generation: { enabled: false } },
  })
  const unknown = await sandbox.run(['auth', 'add', 'bok'], { stdin: 'x\n' })
  expect(unknown.stderr).toContain('There is no provider "bok".')
  expect(await sandbox.run(['auth', 'add', 'box'], { stdin: 'box-key\n' })).toMatchObject({ code: 0 })
  expect((await sandbox.run(['auth', 'list'])).stdout).toContain('box')

  const named = await sandbox.run(['-z', 'hello', '--provider', 'box'])
  expect(named).toMatchObject({ code: 0, stdout: expect.stringContaining('I am box') })
  const spare = await sandbox.run(['-z', 'hello'], { env: { LAB_KEY: 'lab-key' } })
  expect(spare).toMatchObject({ code: 0, stdout: expect.stringContaining('I am box') })
  expect(modelsAskedOf(box)).toEqual(['qwen3', 'small'])
  expect(modelsAskedOf(lab)[0]).toBe('large')

  const listed = await sandbox.run(['models', '--provider', 'box'])
  expect(listed.stderr).not.toContain('There is no provider')
  const checked = await sandbox.run(['config', 'check'])
  expect(checked.code).toBe(0)
})

test('accepts a model with its server, in any case, as an option and saved', async () => {
  await using box = await startFakeProvider({ script: () => text('I am box') })
  await using lab = await startFakeProvider({ script: () => text('I am the lab') })
  configure({
    model: { provider: 'box', default: 'small' },
    providers: { box: { base_url: box.baseUrl }, LAB: { base_url: lab.baseUrl } },
    auxiliary: { title_generation: { enabled: false } },
  })
  expect(await sandbox.run(['-z', 'hello', '-m', 'LAB:large'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('I am the lab'),
  })
  expect(await sandbox.run(['model', 'LAB:large'])).toMatchObject({ code: 0 })
  await sandbox.run(['-z', 'hello'])
  expect(modelsAskedOf(lab)).toEqual(['large', 'large'])
  expect(modelsAskedOf(box)).toEqual([])
})

test('ignores a server with the name of a built-in provider', async () => {
  configure({ providers: { openrouter: { base_url: 'http://127.0.0.1:9/v1', key_env: 'X' } } })
  const checked = await sandbox.run(['config', 'check'])
  expect(checked.stdout + checked.stderr).toContain('give your server another name')
})

test('shows no key of the settings', async () => {
  configure({ providers: { box: { base_url: 'http://127.0.0.1:9/v1', api_key: 'a-key-of-the-box', model: 'm' } } })
  for (const args of [['config', 'show'], ['config', 'show', '--json'], ['status']]) {
    const { stdout, stderr } = await sandbox.run(args)
    expect(stdout + stderr, args.join(' ')).not.toContain('a-key-of-the-box')
  }
})
