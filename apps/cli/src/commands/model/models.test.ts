import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { startFakeProvider, text } from '@hermes/testkit'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { runCli } from '../../start/run-cli.js'

let home: string

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'hermes-models-'))
  return () => rm(home, { recursive: true })
})

interface Options {
  readonly env?: Readonly<Record<string, string>>
  /** Text typed by the user. Absent: there is no terminal. */
  readonly typed?: string
}

async function hermes(args: readonly string[], { env = {}, typed }: Options = {}) {
  const tty = { isTTY: typed !== undefined }
  const stdout = Object.assign(new PassThrough({ encoding: 'utf8' }), tty)
  const stderr = Object.assign(new PassThrough({ encoding: 'utf8' }), tty)
  const stdin = Object.assign(new PassThrough(), tty)
  stdin.end(typed)
  const io = { stdin, stdout, stderr, env: { HERMES_HOME: home, ...env }, workingDirectory: home }
  const code = await runCli(args, { io })
  return { code, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') }
}

async function setting(key: string, options?: Options): Promise<string> {
  return (await hermes(['config', 'get', key], options)).out.trim()
}

test('lists the models of a provider without its key, with windows, prices and capabilities', async () => {
  const { code, out, err } = await hermes(['models', '--provider', 'anthropic'])
  expect(code).toBe(0)
  const [head, ...rows] = out.trimEnd().split('\n')
  expect(head).toMatch(/^model +context +output +\$ in +\$ out$/)
  expect(rows).toContainEqual(expect.stringMatching(/^claude-haiku-4-5 +200k +64k +1 +5 +tools reasoning vision$/))
  expect(out).not.toContain('gpt-')
  expect(err).toContain('hermes models --refresh')
})

test('prints raw values and the edition of the prices with --json', async () => {
  const { out } = await hermes(['models', '--provider', 'openai', '--json'])
  const models = JSON.parse(out)
  expect(models.every(({ provider }: { provider: string }) => provider === 'openai')).toBe(true)
  expect(models).toContainEqual(
    expect.objectContaining({
      id: 'gpt-4o',
      contextWindow: 128_000,
      price: expect.objectContaining({ input: 2_500_000, version: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }),
    }),
  )
})

test('uses the configured provider, or lists all models when there is none', async () => {
  const env = { GROQ_API_KEY: 'g' }
  expect((await hermes(['models'], { env })).out).not.toContain('claude')
  expect((await hermes(['models'])).out).toMatch(/^provider +model.*anthropic +claude.*groq +openai\/gpt-oss/s)
})

test("asks the user's own server for its models", async () => {
  await using provider = await startFakeProvider({ script: text('ok'), models: ['llama', 'evil\u001b[2J'] })
  await hermes(['config', 'set', 'model.base_url', provider.baseUrl])
  const { code, out } = await hermes(['models'])
  expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^llama +- +- +- +-$/m) })
  expect(out).toContain('evil\\x1b[2J')
  // The configured address belongs to another provider.
  expect((await hermes(['models', '--provider', 'openai'])).out).toContain('gpt-4o')
  await provider[Symbol.asyncDispose]()
  expect(await hermes(['models'])).toMatchObject({ code: 1, err: expect.stringContaining(provider.baseUrl) })
})

test('downloads and stores the newest list with --refresh', async () => {
  const models = { 'gpt-9': { limit: { context: 9_000_000 }, cost: { input: 0.5, output: 0 }, tool_call: true } }
  const server = createServer((_, response) => response.end(JSON.stringify({ openai: { models } }))).listen(
    0,
    '127.0.0.1',
  )
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const env = { HERMES_MODELS_URL: `http://127.0.0.1:${port}/api.json` }

  const learned = join(home, 'cache', 'context-windows.json')
  await mkdir(join(home, 'cache'))
  await writeFile(learned, '{}')
  expect((await hermes(['models', '--provider', 'openai'])).out).not.toContain('gpt-9')
  const refreshed = await hermes(['models', '--refresh', '--provider', 'openai'], { env })
  expect(refreshed).toMatchObject({ code: 0, err: expect.stringContaining('Loaded 1 models') })
  expect((await hermes(['models', '--provider', 'openai'])).out).toMatch(/^gpt-9 +9M +- +0\.5 +0 +tools$/m)
  expect(await readFile(join(home, 'cache', 'models.json'), 'utf8')).toContain('gpt-9')
  // Learned values of the old models are dropped.
  await expect(readFile(learned)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('rejects an unknown provider', async () => {
  for (const args of [['models'], ['model', 'm'], ['model']])
    expect(await hermes([...args, '--provider', 'opnai'], { typed: '' })).toMatchObject({
      code: 2,
      err: expect.stringContaining('openai'),
    })
  expect(await setting('model.default')).toBe('')
})

test('saves the given model, and the provider if it is given', async () => {
  await writeFile(join(home, 'config.yaml'), '# mine\nmodel:\n  provider: groq\n', { mode: 0o600 })
  const env = { GROQ_API_KEY: 'g', OPENAI_API_KEY: 'o' }
  expect(await hermes(['model', 'llama-3.3-70b-versatile'], { env })).toMatchObject({
    code: 0,
    out: '',
    err: expect.stringMatching(/^The model is llama-3\.3-70b-versatile .*\n$/),
  })
  expect([await setting('model.provider'), await setting('model.default')]).toEqual(['groq', 'llama-3.3-70b-versatile'])
  await hermes(['model', 'gpt-5.5', '--provider', 'openai'], { env })
  expect([await setting('model.provider'), await setting('model.default')]).toEqual(['openai', 'gpt-5.5'])
  expect(await readFile(join(home, 'config.yaml'), 'utf8')).toContain('# mine')
})

test('warns about problems of the next chat', async () => {
  const keyless = await hermes(['model', 'gpt-5.5', '--provider', 'openai'])
  expect(keyless).toMatchObject({ code: 0, err: expect.stringContaining('OPENAI_API_KEY') })
  const odd = await hermes(['model', 'gpt-5.55', '--provider', 'openai'], { env: { OPENAI_API_KEY: 'o' } })
  expect(odd).toMatchObject({ code: 0, err: expect.stringContaining('Did you mean `gpt-5.5`') })
})

test('removes the address and the window of the previous provider', async () => {
  const config =
    'model:\n  default: qwen3\n  provider: custom\n  base_url: http://127.0.0.1:9/v1\n  context_length: 8192\n'
  await writeFile(join(home, 'config.yaml'), config, { mode: 0o600 })
  const { err } = await hermes(['model', 'gpt-5.5', '--provider', 'openai'], { env: { OPENAI_API_KEY: 'o' } })
  expect(err).toContain('Removed model.base_url')
  expect([await setting('model.base_url'), await setting('model.context_length')]).toEqual(['', ''])
  await writeFile(join(home, 'config.yaml'), config, { mode: 0o600 })
  const set = await hermes(['config', 'set', 'model.provider', 'openai'])
  expect(set.err).toContain('model.base_url is still set')
  expect(await setting('model.base_url')).toBe('http://127.0.0.1:9/v1')
})

test('requires a terminal for choosing', async () => {
  expect(await hermes(['model'])).toMatchObject({ code: 2, err: expect.stringContaining('no terminal') })
  expect(await setting('model.default')).toBe('')
})

test('shows a model with the overrides of the config', async () => {
  const price = '{ input: 1.5, output: 7 }'
  const overrides = `  gpt-5.5: { context_length: 9999, price: ${price} }\n  mine: { provider: openai, context_length: 4096 }\n`
  await writeFile(join(home, 'config.yaml'), `model_overrides:\n${overrides}`, { mode: 0o600 })
  const { out } = await hermes(['models', '--provider', 'openai'])
  expect(out).toMatch(/^gpt-5\.5 +10k +128k +1\.5 +7 /m)
  expect(out).toMatch(/^mine +4k +- +- +-/m)
})

test('saves the model of a side task, and returns to the model of the conversation', async () => {
  await writeFile(
    join(home, 'config.yaml'),
    'auxiliary: { compression: { base_url: "http://127.0.0.1:9/v1", key_env: SMALL_KEY, timeout: 30 } }\n',
  )
  const saved = await hermes(['model', 'google/small', '--for', 'compression', '--provider', 'openrouter'])
  expect(saved).toMatchObject({ code: 0, out: '' })
  expect(saved.err).toMatch(/^The model for compression is google\/small \(saved in .*config\.yaml\)\.$/m)
  expect(await setting('auxiliary.compression.provider')).toBe('openrouter')
  expect(await setting('auxiliary.compression.model')).toBe('google/small')
  // The key of the previous server is not sent to another one.
  expect(await readFile(join(home, 'config.yaml'), 'utf8')).not.toMatch(/base_url|key_env/)
  expect(await setting('auxiliary.compression.timeout')).toBe('30')
  await hermes(['model', 'auto', '--for', 'compression'])
  expect(await setting('auxiliary.compression.provider')).toBe('auto')
  const refused = await hermes(['model', 'small', '--for', 'compresion'])
  expect(refused).toMatchObject({ code: 2, err: expect.stringMatching(/compresion.*Did you mean `compression`/) })
})
