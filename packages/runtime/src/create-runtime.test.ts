import { once } from 'node:events'
import { access, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { ConfigError } from '@hermes/core'
import type { Question } from '@hermes/core/questions'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder, tempHome, textOfFile } from '../testing/temp-home.js'
import { loadConfig } from './config/load/load-config.js'
import { createRuntime } from './create-runtime.js'
import type { HomePaths } from './home/home-paths.js'
import { openStore } from './home/open-store.js'
import type { Surface } from './runtime-options.js'
import type { ConfigInput } from './schema/config-schema.js'

interface Setup {
  readonly paths?: HomePaths
  readonly overrides?: ConfigInput
  readonly surface?: Partial<Surface>
  readonly workingDirectory?: string
}

async function open(setup: Setup = {}) {
  const paths = setup.paths ?? (await tempHome())
  const loaded = await loadConfig({
    paths,
    variables: { PATH: process.env.PATH, HOME: paths.home },
    ...(setup.overrides && { overrides: setup.overrides }),
  })
  const runtime = await createRuntime({
    ...loaded,
    paths,
    workingDirectory: setup.workingDirectory ?? (await tempFolder()),
    surface: { source: 'cli', ...setup.surface },
  })
  onTestFinished(() => runtime[Symbol.asyncDispose]())
  return runtime
}

function custom(baseUrl: string): ConfigInput {
  return { model: { provider: 'custom', base_url: baseUrl, default: 'fake-model' } }
}

test('answers with the offline stand-in and real tools without a provider', async () => {
  const workingDirectory = await tempFolder()
  await writeFile(join(workingDirectory, 'poem.txt'), 'one\ntwo\nthree\n')
  const runtime = await open({ workingDirectory })
  expect(runtime.model).toMatchObject({ provider: 'offline', isOffline: true })
  expect(await runtime.agent.chat('how many lines has poem.txt')).toContain('3')
})

test('passes settings, prompt and tools to the provider, and stores the session in the home', async () => {
  await using provider = await startFakeProvider({
    script: [call('read_file', { path: 'note.txt' }), text('It says hello.')],
  })
  const workingDirectory = await tempFolder()
  await writeFile(join(workingDirectory, 'note.txt'), 'hello from the note\n')
  await writeFile(join(workingDirectory, 'AGENTS.md'), 'Answer in rhyme.\n')
  const runtime = await open({
    workingDirectory,
    overrides: { ...custom(provider.baseUrl), agent: { system_prompt: 'Be kind.', max_turns: 5 } },
  })
  const { baseUrl } = provider
  expect(runtime.model).toMatchObject({ provider: 'custom', id: 'fake-model', baseUrl, isOffline: false })

  const run = runtime.agent.run('read the note', { session: { source: 'cli' } })
  const { finalResponse } = await run.result
  expect(finalResponse).toBe('It says hello.')
  const body = JSON.stringify((await provider.request(2)).body)
  for (const part of ['Be kind.', 'Answer in rhyme.', 'hello from the note', workingDirectory])
    expect(body).toContain(part)

  await runtime[Symbol.asyncDispose]()
  await using store = await openStore(runtime.paths)
  expect(await store.messages.load(run.sessionId)).toHaveLength(4)
  expect(await readdir(runtime.paths.home)).toEqual(expect.arrayContaining(['logs', 'state.db']))
})

test('warns about a cost limit per turn that has no effect, also in unattended runs', async () => {
  await using provider = await startFakeProvider({ script: [] })
  const limited = { ...custom(provider.baseUrl), agent: { max_cost_per_turn: 0.01 } }
  const warning = expect.stringMatching(/^agent\.max_cost_per_turn does not limit "fake-model"/)
  const { warnings, safetyWarnings } = await open({ overrides: limited })
  expect(warnings).toContainEqual(warning)
  expect(safetyWarnings).toEqual([warning])
  const price = { input: 1, output: 2 }
  const priced = await open({ overrides: { ...limited, model_overrides: { 'fake-model': { price } } } })
  expect(priced.safetyWarnings).toEqual([])
})

test('reads the context window from the refreshed catalog in the home, or uses a default with a warning', async () => {
  const paths = await tempHome()
  const openai = { models: { new: { limit: { context: 5000 }, cost: { input: 1, output: 2 } } } }
  await mkdir(paths.cache)
  await writeFile(join(paths.cache, 'models.json'), JSON.stringify({ snapshot: '2026-11-01', providers: { openai } }))
  const model = { provider: 'openai', api_key: 'k' }
  const known = await open({ paths, overrides: { model: { ...model, default: 'new' } } })
  expect(known.model).toMatchObject({ contextWindow: 5000, price: { input: 1_000_000, version: '2026-11-01' } })
  expect(known.warnings).toEqual([])
  const unknown = await open({ paths, overrides: { model: { ...model, default: 'newer' } } })
  expect(unknown.model.contextWindow).toBe(128_000)
  expect(unknown.warnings).toEqual([expect.stringContaining('"newer"')])
})

test('reports what a store has lost, also in unattended runs', async () => {
  const paths = await tempHome()
  {
    await using store = await openStore(paths)
    await store.sessions.create({ id: 's', source: 'cli', startedAtMs: 1 })
    await store.messages.append('s', [{ message: { role: 'user', content: 'tea' }, timestampMs: 1 }])
  }
  await rm(paths.state)
  const runtime = await open({ paths })
  expect(runtime.safetyWarnings).toContainEqual(expect.stringMatching(/session store is missing.*1 message until/))
})

test('runs web tools without asking, and explains why an address is blocked', async () => {
  await using provider = await startFakeProvider({
    script: [call('web_extract', { urls: ['http://127.0.0.1:1/'] }), text('It is not for me.')],
  })
  const runtime = await open({ overrides: custom(provider.baseUrl) })
  const { messages } = await runtime.agent.run('read that page').result
  expect(messages.find(({ role }) => role === 'tool')?.content).toBe(
    'Not read: http://127.0.0.1:1/ is a loopback address: web tools reach public http and https addresses only.',
  )
})

test('requires a named search service to be configured', async () => {
  await expect(open({ overrides: { web: { backend: 'exa' } } })).rejects.toThrow('EXA_API_KEY is not set')
})

test('selects toolsets by the config, and includes clarify only if a person can be asked', async () => {
  const names = async (setup: Setup) => (await (await open(setup)).tools()).map(({ name }) => name)
  const everything = await names({})
  expect(everything).toEqual(
    expect.arrayContaining([
      'terminal',
      'read_file',
      'write_file',
      'patch',
      'search_files',
      'todo',
      'web_search',
      'web_extract',
    ]),
  )
  expect(everything).not.toContain('clarify')
  expect(await names({ surface: { ask: async () => undefined } })).toContain('clarify')
  expect(await names({ overrides: { toolsets: ['todo'] } })).toEqual(['todo'])
  await expect(names({ overrides: { toolsets: ['fiel'] } })).rejects.toSatisfy(ConfigError.is)
})

test.each<[string, Partial<Surface>, ConfigInput, boolean]>([
  ['nobody can be asked', {}, {}, false],
  ['the user says no', { ask: async () => ({ decision: 'deny' }) }, {}, false],
  [
    'the user does not answer',
    { ask: () => new Promise<never>(() => undefined) },
    { approvals: { timeout: 0.01 } },
    false,
  ],
  ['the user says yes', { ask: async () => ({ decision: 'once' }) }, {}, true],
  ['questions are off', {}, { approvals: { mode: 'off' } }, true],
])('a dangerous command when %s', async (_case, surface, overrides, runs) => {
  await using provider = await startFakeProvider({
    script: [call('terminal', { command: 'rm -rf ./build' }), text('Done.')],
  })
  const workingDirectory = await tempFolder()
  await mkdir(join(workingDirectory, 'build'))
  const runtime = await open({ workingDirectory, surface, overrides: { ...custom(provider.baseUrl), ...overrides } })
  await runtime.agent.chat('clean up')
  const isGone = await access(join(workingDirectory, 'build')).then(
    () => false,
    () => true,
  )
  expect(isGone).toBe(runs)
})

test('shows the whole command and the folder in the question', async () => {
  await using provider = await startFakeProvider({
    script: [call('terminal', { command: 'rm -rf ./build' }), text('Done.')],
  })
  const asked: Question[] = []
  const ask: Surface['ask'] = async (question) => {
    asked.push(question)
    return { decision: 'deny' }
  }
  const workingDirectory = await tempFolder()
  const runtime = await open({ workingDirectory, surface: { ask }, overrides: custom(provider.baseUrl) })
  await runtime.agent.chat('clean up')
  expect(asked).toMatchObject([{ tool: 'terminal', text: 'rm -rf ./build', workingDirectory }])
})

test('assesses a command in the current folder of the shell', async () => {
  await using provider = await startFakeProvider({
    script: [call('terminal', { command: 'cd /' }), call('terminal', { command: 'rm -rf usr' }), text('Done.')],
  })
  const runtime = await open({ overrides: { ...custom(provider.baseUrl), approvals: { mode: 'off' } } })
  await runtime.agent.chat('go')
  expect(JSON.stringify(provider.requests[2]?.body.messages)).toContain('The call was not run')
})

test('keeps the task list of a resumed session', async () => {
  const paths = await tempHome()
  const todos = [{ id: '1', content: 'paint the fence', status: 'pending' }]
  await using provider = await startFakeProvider({ script: [call('todo', { todos }), text('Noted.')] })
  const overrides = custom(provider.baseUrl)
  const first = await open({ paths, overrides })
  const { sessionId } = await first.agent.run('plan').result
  await first[Symbol.asyncDispose]()

  provider.setScript([call('todo', {}), text('There it is.')])
  const second = await open({ paths, overrides })
  const { messages } = await second.agent.run('what is left?', { sessionId }).result
  const results = messages.filter((message) => message.role === 'tool')
  expect(results).toHaveLength(2)
  expect(results[1]?.content).toContain('paint the fence')
})

test("does not let file tools access the agent's home", async () => {
  await using provider = await startFakeProvider({ script: text('Done.') })
  const paths = await tempHome({ config: '# mine\n', env: 'SOME_API_KEY=sk-very-secret-value\n' })
  provider.setScript([
    call('read_file', { path: paths.env }),
    call('write_file', { path: paths.config, content: 'approvals: { mode: off }' }),
    text('Done.'),
  ])
  const runtime = await open({ paths, overrides: custom(provider.baseUrl) })
  const { messages } = await runtime.agent.run('look around').result
  expect(JSON.stringify(messages)).not.toContain('sk-very-secret-value')
  expect(await textOfFile(paths.config)).toBe('# mine\n')
})

test('uses the transport named in the config instead of a provider', async () => {
  const paths = await tempHome({
    config: 'model: { default: tiny }\ntransport: { use: ./echo.mjs, prefix: "you said " }\n',
  })
  await writeFile(
    join(paths.home, 'echo.mjs'),
    `const noUsage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 }
    export default {
      kind: 'transport', id: 'echo',
      options: { '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value }) } },
      create: ({ prefix }) => ({
        id: 'echo', apiMode: 'echo',
        async *stream({ messages }) {
          const content = prefix + messages.at(-1).content
          yield { type: 'finish', message: { role: 'assistant', content }, reason: 'stop', usage: noUsage }
        },
      }),
    }`,
  )
  const runtime = await open({ paths })
  expect(runtime.model).toMatchObject({ provider: './echo.mjs', id: 'tiny', isOffline: false })
  expect(await runtime.agent.chat('hello')).toBe('you said hello')
})

test('works in terminal.cwd, which must exist', async () => {
  const workingDirectory = await tempFolder()
  await mkdir(join(workingDirectory, 'inner'))
  await writeFile(join(workingDirectory, 'inner', 'x.txt'), 'a\nb\n')
  const runtime = await open({ workingDirectory, overrides: { terminal: { cwd: 'inner' } } })
  expect(await runtime.agent.chat('how many lines has x.txt')).toContain('2')
  await expect(open({ workingDirectory, overrides: { terminal: { cwd: 'nowhere' } } })).rejects.toThrow(
    /There is no folder .*nowhere to work in: correct terminal\.cwd/,
  )
  const missing = open({ workingDirectory: join(workingDirectory, 'gone') })
  await expect(missing).rejects.toThrow(/There is no folder .*gone to work in: create it, or start in another one/)
})

test('logs at the configured level', async () => {
  const runtime = await open({ overrides: { logging: { level: 'error' } } })
  runtime.logger.log('info', 'quiet')
  runtime.logger.log('error', 'loud')
  const log = await textOfFile(join(runtime.paths.logs, 'agent.log'))
  expect(log).toContain('loud')
  expect(log).not.toContain('quiet')
})

test("remembers a context window named in a provider's rejection across processes", async () => {
  const paths = await tempHome()
  await writeFile(
    join(paths.home, 'refusing.mjs'),
    `const facts = { code: 'transport/context-overflow', kind: 'context-overflow', contextWindow: 8192 }
    const refusal = Object.assign(new Error('Too long.'), { [Symbol.for('hermes.error')]: true, ...facts })
    export default {
      kind: 'transport',
      id: 'refusing',
      options: { '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value }) } },
      create: () => ({ id: 'refusing', apiMode: 'refusing', async *stream() { throw refusal } }),
    }`,
  )
  const overrides = { transport: { use: './refusing.mjs' }, model: { default: 'm' } }
  const first = await open({ paths, overrides })
  expect(first.model.contextWindow).toBe(128_000)
  await expect(first.agent.chat('a long story')).rejects.toMatchObject({ kind: 'context-overflow' })
  await first[Symbol.asyncDispose]()
  const next = await open({ paths, overrides })
  expect(next.model.contextWindow).toBe(8192)
  expect(next.warnings).toEqual([])
})

test("asks the user's own model server for its context window", async () => {
  const server = createServer((request, response) => {
    response.end(request.url === '/props' ? '{"default_generation_settings":{"n_ctx":16384}}' : '{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1`
  expect((await open({ overrides: custom(baseUrl) })).model.contextWindow).toBe(16_384)
})
