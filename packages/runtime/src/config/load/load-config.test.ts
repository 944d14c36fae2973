import { mkdir, writeFile } from 'node:fs/promises'
import { ConfigError } from '@hermes/core'
import { describe, expect, test } from 'vitest'
import { tempHome, textOfFile } from '../../../testing/temp-home.js'
import { type ConfigInput, configSchema } from '../../schema/config-schema.js'
import { loadConfig } from './load-config.js'

async function load(files: { config?: string; env?: string }, variables: Record<string, string> = {}) {
  return loadConfig({ paths: await tempHome(files), variables })
}

async function failure(config: string, variables: Record<string, string> = {}): Promise<ConfigError> {
  const error: unknown = await load({ config }, variables).catch((reason: unknown) => reason)
  if (ConfigError.is(error)) return error
  throw new Error(`expected a ConfigError, got ${String(error)}`)
}

test.each(['', '\n', '# nothing but a comment\n', 'model:\nagent:\n  max_turns:\n'])(
  'uses the defaults for a file without settings (%j)',
  async (config) => {
    const empty = await load({})
    const loaded = await load({ config })
    expect(loaded.config).toEqual(empty.config)
    expect(loaded.config.agent.max_turns).toBe(90)
    expect(loaded.sources.size).toBe(0)
  },
)

test('parses the same settings by sections as by the whole schema', async () => {
  const settings = { model: { default: 'm' }, terminal: { ssh_port: 22 }, platforms: { telegram: { owners: [7] } } }
  const { config } = await load({ config: JSON.stringify(settings) })
  expect(config).toStrictEqual(configSchema.parse(settings))
})

test('converts email addresses to lower case, as the network names people', async () => {
  const people = { allow_from: ['Ada@Example.org'], owners: ['Bob@Example.org'], guests: ['Eve@Example.org'] }
  const mail = { ...people, send_to: ['Ada@Example.org:Thread@X'], channels: { 'Ada@Example.org': { model: 'M' } } }
  const limits = { 'email:Ada@Example.org': { usd_per_day: 1 }, 'matrix:@Ada:X': { usd_per_day: 2 } }
  const settings = { platforms: { email: mail, matrix: people }, people: { budgets: limits } }
  const { config } = await load({ config: JSON.stringify(settings) })
  expect(config.platforms.email).toMatchObject({
    allow_from: ['ada@example.org'],
    owners: ['bob@example.org'],
    guests: ['eve@example.org'],
    send_to: ['ada@example.org:Thread@X'],
    channels: { 'ada@example.org': { model: 'M' } },
  })
  expect(config.platforms.matrix).toMatchObject(people)
  expect(Object.keys(config.people.budgets)).toEqual(['email:ada@example.org', 'matrix:@Ada:X'])
  await expect(load({ config: 'platforms: { email: { busy_mode: never } }' })).rejects.toThrow('busy_mode')
})

test('shares no defaults between two loads', async () => {
  const [first, second] = [await load({}), await load({})]
  first.config.toolsets.push('web')
  expect(second.config.toolsets).toEqual(['all'])
})

test('prefers flag to file to environment to default, and names each source', async () => {
  const paths = await tempHome({
    config: 'model:\n  default: from-file\n  provider: custom\n',
    env: 'HERMES_MODEL=from-env-file\nHERMES_BASE_URL=http://127.0.0.1:1/v1\n',
  })
  const { config, sources } = await loadConfig({
    paths,
    variables: { HERMES_MODEL: 'from-process', HERMES_PROVIDER: 'openrouter' },
    overrides: { model: { default: 'from-flag', api_key: undefined } },
  })
  expect(config.model).toMatchObject({
    default: 'from-flag',
    provider: 'custom',
    base_url: 'http://127.0.0.1:1/v1',
  })
  expect(config.model.api_key).toBeUndefined()
  expect(Object.fromEntries(sources)).toEqual({
    'model.default': 'flag',
    'model.provider': 'config',
    'model.base_url': 'environment',
  })
})

describe('a flag that changes the model', () => {
  const config = `model:
  default: qwen3
  provider: custom
  base_url: http://127.0.0.1:1/v1
  api_key: key-of-custom
  context_length: 8192
  streaming: false
`
  const modelWith = async (model: NonNullable<ConfigInput['model']>) => {
    const loaded = await loadConfig({ paths: await tempHome({ config }), variables: {}, overrides: { model } })
    return loaded.config.model
  }

  test('drops the address, the key and the context window of the previous provider', async () => {
    const model = await modelWith({ provider: 'openai', default: 'gpt-5.2' })
    expect(model).toMatchObject({ provider: 'openai', default: 'gpt-5.2', streaming: false })
    for (const key of ['base_url', 'api_key', 'context_length'] as const) expect(model[key]).toBeUndefined()
  })

  test('does not send a key to another address', async () => {
    const model = await modelWith({ provider: 'custom', base_url: 'http://127.0.0.1:2/v1' })
    expect(model).toMatchObject({ base_url: 'http://127.0.0.1:2/v1', default: 'qwen3' })
    expect(model.api_key).toBeUndefined()
  })

  test('keeps the server, but not the context window, for another model of the provider', async () => {
    const model = await modelWith({ default: 'llama4' })
    expect(model).toMatchObject({ base_url: 'http://127.0.0.1:1/v1', api_key: 'key-of-custom' })
    expect(model.context_length).toBeUndefined()
  })

  test.each([
    [{ default: 'fast' }, { default: 'small', provider: 'openai', base_url: undefined, api_key: undefined }],
    [
      { default: 'home' },
      { default: 'qwen3:8b', provider: 'custom', base_url: 'http://127.0.0.1:2/v1', api_key: undefined },
    ],
    [
      { default: 'fast', provider: 'openrouter' },
      { default: 'small', provider: 'openrouter', base_url: undefined },
    ],
    [
      { default: 'home', provider: 'openai' },
      { default: 'qwen3:8b', provider: 'openai', base_url: undefined },
    ],
    [
      { default: 'toString' },
      { default: 'toString', provider: 'custom', base_url: 'http://127.0.0.1:1/v1', api_key: 'key-of-custom' },
    ],
  ])('resolves a short name to its model and server: %j', async (flags, expected) => {
    const aliases = `model_aliases:
  fast: { model: small, provider: openai }
  home: { model: "qwen3:8b", base_url: "http://127.0.0.1:2/v1", context_length: 32768 }
`
    const paths = await tempHome({ config: config + aliases })
    const { model } = (await loadConfig({ paths, variables: {}, overrides: { model: flags } })).config
    const { default: id, provider, base_url, api_key } = model
    expect({ default: id, provider, base_url, api_key }).toEqual(expected)
    expect(model.context_length).toBe(model.base_url === 'http://127.0.0.1:2/v1' ? 32_768 : undefined)
  })

  test('keeps everything when it names the configured model', async () => {
    const model = await modelWith({ provider: 'custom', default: 'qwen3' })
    expect(model).toMatchObject({ base_url: 'http://127.0.0.1:1/v1', context_length: 8192 })
  })
})

test('prefers variables of the process to those of .env, and returns both', async () => {
  const { variables } = await load(
    { env: '\uFEFFOPENAI_API_KEY="from file"\nexport ONLY_FILE=1 # a comment\r\n' },
    { OPENAI_API_KEY: 'from process' },
  )
  expect(variables).toMatchObject({ OPENAI_API_KEY: 'from process', ONLY_FILE: '1' })
})

test('names the unreadable lines of .env, without their text', async () => {
  const lines = [
    '# a comment',
    'export A=1',
    'secret-1',
    '',
    'B="two',
    'lines"',
    '=secret-2',
    'C D=secret-3',
    'E=',
    "F='",
  ]
  const { warnings, variables } = await load({ env: lines.join('\r\n') })
  expect(warnings.map((text) => Number(/, line (\d+), cannot be read/.exec(text)?.[1]))).toEqual([3, 7, 8])
  expect(warnings.join()).not.toContain('secret')
  expect(variables).toMatchObject({ A: '1', E: '' })
})

test('converts variables to the type of the setting', async () => {
  const { config } = await load({}, { HERMES_MAX_TURNS: '0', API_SERVER_PORT: '9000', HERMES_YOLO_MODE: '1' })
  expect(config.agent.max_turns).toBe(0)
  expect(config.gateway.api_server.port).toBe(9000)
  expect(config.approvals.mode).toBe('off')
})

test('ignores an empty variable', async () => {
  expect((await load({}, { HERMES_MODEL: '', HERMES_INFERENCE_MODEL: 'x' })).config.model.default).toBe('x')
  expect((await load({}, { HERMES_YOLO_MODE: '0' })).config.approvals.mode).toBe('manual')
})

test('substitutes braced variables, and keeps bare and unknown ones, the latter with a warning', async () => {
  const { config, warnings } = await load(
    {
      config: `model: { api_key: "k-\${KEY}-\${env:KEY}", default: $KEY }
agent: { max_turns: "\${TURNS}", system_prompt: "\${NOPE}" }`,
    },
    { KEY: 's', TURNS: '7' },
  )
  expect(config.model).toMatchObject({ api_key: 'k-s-s', default: '$KEY' })
  expect(config.agent).toMatchObject({ max_turns: 7, system_prompt: `\${NOPE}` })
  expect(warnings).toEqual([expect.stringContaining('NOPE')])
})

test.each([
  ['model:\n  base_ur: http://x\n', 'model.base_ur', 'did you mean model.base_url?', 'line 2'],
  ['modle:\n  default: x\n', 'modle', 'did you mean model?', 'line 1'],
  ['# a\n\nmax_tokens_per_turn: 3\n', 'max_tokens_per_turn', 'did you mean agent.max_tokens_per_turn?', 'line 3'],
  [
    'fallback_providers:\n  - provider: x\n    modle: m\n',
    'fallback_providers.0.modle',
    'did you mean fallback_providers.0.model?',
    'line 3',
  ],
  ['telegram: yes\n', 'telegram', 'did you mean platforms.telegram?', 'line 1'],
  ['mattrix: { join: never }\n', 'mattrix', 'did you mean platforms.matrix?', 'line 1'],
  ['discord: { token: x }\n', 'discord', 'did you mean platforms.discord?', 'line 1'],
  [
    'gateway:\n  api_server:\n    prot: 1\n',
    'gateway.api_server.prot',
    'did you mean gateway.api_server.port?',
    'line 3',
  ],
])('rejects the unknown key %j, naming the most similar one and the line', async (config, path, hint, line) => {
  const error = await failure(config)
  expect(error.path).toBe(path)
  expect(error.message).toContain(`There is no setting ${path} `)
  expect(error.message).toContain(hint)
  expect(error.message).toContain(line)
})

test.each([
  ['a flag', { overrides: { gateway: { api_server: { port: 0 } } } }],
  ['a variable', { variables: { API_SERVER_KEY: 'key' } }],
])('reports a value in place of a section at its own line, next to %s', async (_, more) => {
  const paths = await tempHome({ config: '# a\ngateway: 5\n' })
  await expect(loadConfig({ paths, variables: {}, ...more })).rejects.toThrow(
    `gateway must be a section with further settings, but it is 5; see ${paths.config}, line 2.`,
  )
})

test.each([
  [`platforms: {telegram: ["\${TG_TOKEN}"]}\n`, `\${TG_TOKEN}`],
  [`memory: "\${TG_TOKEN}"\n`, `\${TG_TOKEN}`],
  [`gateway: {api_server: {keys: ["\${TG_TOKEN}", 5]}}\n`, ''],
  [`mcp_servers: {a: {url: "http://127.0.0.1", headers: ["x \${TG_TOKEN}"]}}\n`, ''],
  [`mcp_servers: {a: {command: x, env: "TOKEN \${TG_TOKEN}"}}\n`, ''],
  ['memory: "123456789:AAHfiqksKZ8WmR2zSjiQ7_v4TMAKdiHm9T0"\n', ''],
  [`memory: {provider: {token: "\${TG_TOKEN}"}, enabled: [{token: "hunter2-hunter2"}]}\n`, ''],
])('shows no secret in an error: %s', async (config, shown) => {
  const variables = { TG_TOKEN: '123456789:AAHfiqksKZ8WmR2zSjiQ7_v4TMAKdiHm9T0' }
  const paths = await tempHome({ config })
  const error = await loadConfig({ paths, variables }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  const texts = [error, error instanceof Error ? error.cause : undefined].map(String).join(' ')
  expect(texts).toContain('but it is')
  expect(texts).toContain(shown)
  expect(texts).not.toMatch(/AAHfiqks|hunter2/)
})

test('gives no hint when no key is similar', async () => {
  expect((await failure('zzzzzz: 1\n')).message).not.toContain('did you mean')
})

test.each([
  ['agent:\n  max_turns: many\n', 'agent.max_turns must be a whole number of at least 0, but it is "many"', 'line 2'],
  ['goals: { max_turns: -1 }\n', 'goals.max_turns must be a whole number from 1 to 1000, but it is -1', 'line 1'],
  [
    'approvals:\n  mode: sometimes\n',
    'approvals.mode must be one of edits, manual, smart, off, but it is "sometimes"',
    'line 2',
  ],
  ['compression:\n  threshold: 7\n', 'compression.threshold must be a number from 0.1 to 0.95, but it is 7', 'line 2'],
  [
    'terminal:\n  backend: modal\n',
    'terminal.backend is "modal", which this version does not have: choose docker for a container, ssh for another host, or local for this machine',
    'line 2',
  ],
  ['terminal: { timeout: 0 }\n', 'terminal.timeout must be a number above 0 and at most 86400, but it is 0', 'line 1'],
  [
    'model:\n  base_url: localhost\n',
    'model.base_url must be an http or https address, but it is "localhost"',
    'line 2',
  ],
  ['model: [gpt]\n', 'model must be a section with further settings, but it is ["gpt"]', 'line 1'],
  ['toolsets:\n  - file\n  - 3\n', 'toolsets.1 must be a text, but it is 3', 'line 3'],
  [
    'model_overrides:\n  gpt-5.5:\n    context_length: 5\n',
    'model_overrides.gpt-5.5.context_length must be a text, but it is 5',
    'line 3',
  ],
  [
    'model_overrides:\n  m:\n    price: { input: cheap, output: 1 }\n',
    'model_overrides.m.price.input must be a number from 0 to 1000000, but it is "cheap"',
    'line 3',
  ],
  ['transport:\n  apiKey: x\n', 'transport.use must be a non-empty text, but it is missing', 'config.yaml'],
])('rejects the value %j, naming what was expected, what was found and the line', async (config, sentence, line) => {
  const error = await failure(config)
  expect(error.message).toContain(sentence)
  expect(error.message).toContain(line)
})

test('names the variable of an invalid value', async () => {
  expect((await failure('', { HERMES_MAX_TURNS: 'many' })).message).toContain('see the variable HERMES_MAX_TURNS')
})

test('does not repeat a secret of the wrong type', async () => {
  const error = await failure('model:\n  api_key: [sk-secret]\n')
  expect(error.path).toBe('model.api_key')
  expect(error.message).not.toContain('sk-secret')
})

test('counts several problems', async () => {
  expect((await failure('a: 1\nb: 2\nc: 3\n')).message).toContain('There are 2 more problems')
})

test.each([
  ['model:\n  default: "open\nagent: {}\n', 'line'],
  ['model:\n\tdefault: x\n', 'line 2, column 1'],
  ['model: {}\nmodel: {}\n', 'line 2, column 1'],
])('locates malformed YAML %j and leaves the file unchanged', async (config, place) => {
  const paths = await tempHome({ config })
  await expect(loadConfig({ paths, variables: {} })).rejects.toThrow(place)
  await expect(loadConfig({ paths, variables: {} })).rejects.toThrow(`${paths.config} is not valid YAML`)
  expect(await textOfFile(paths.config)).toBe(config)
})

test.each(['- a\n- b\n', 'just text\n', '42\n'])('rejects a file that contains %j', async (config) => {
  expect((await failure(config)).message).toContain('must contain settings')
})

test('rejects an alias inside the node that it refers to', async () => {
  expect((await failure('model: &model\n  default: a\n  more: *model\n')).message).toContain('aliases')
})

test.each([300, 1_000, 3_000, 50_000])('rejects nested lists, %i deep', async (depth) => {
  expect((await failure(`model: ${'['.repeat(depth)}${']'.repeat(depth)}\n`)).message).not.toContain('call stack')
})

test('says that a file is nested too deeply', async () => {
  expect((await failure(`model: ${'['.repeat(50_000)}${']'.repeat(50_000)}\n`)).message).toContain('nested too deeply')
})

test('rejects exponentially growing aliases', async () => {
  const levels = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const bomb = levels.map((name, index) => {
    const below = levels[index - 1]
    return `${name}: &${name} [${Array(9)
      .fill(below ? `*${below}` : 'x')
      .join(', ')}]`
  })
  expect((await failure(bomb.join('\n'))).message).toContain('aliases')
})

test('treats __proto__ as an unknown key', async () => {
  expect((await failure('__proto__:\n  polluted: true\n')).path).toBe('__proto__')
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})

test('names a config file that cannot be read', async () => {
  const paths = await tempHome()
  await mkdir(paths.config)
  await expect(loadConfig({ paths, variables: {} })).rejects.toThrow(`${paths.config} cannot be read`)
})

describe('the settings of the machine', () => {
  async function withMachine(managed: string, config = '') {
    const paths = await tempHome({ config })
    await writeFile(paths.managed, managed)
    return paths
  }

  test('override flags, files and variables, with a warning about a flag that has no effect', async () => {
    const paths = await withMachine(
      'model: { default: approved }\n',
      'model: { default: mine }\nagent: { max_turns: 5 }\n',
    )
    const { config, sources, pinned, warnings } = await loadConfig({
      paths,
      variables: { HERMES_MODEL: 'from-variable' },
      overrides: { model: { default: 'from-flag' }, agent: { max_turns: 7 } },
    })
    expect(config).toMatchObject({ model: { default: 'approved' }, agent: { max_turns: 7 } })
    expect(Object.fromEntries(sources)).toEqual({ 'model.default': 'managed', 'agent.max_turns': 'flag' })
    expect([...pinned]).toEqual(['model.default'])
    expect(warnings).toEqual([
      `${paths.managed} sets model.default on this machine: the command line does not change it.`,
    ])
  })

  test('apply without the file of the home', async () => {
    const paths = await withMachine('approvals: { mode: manual }\n', 'approvals: { mode: "off" }\n')
    const { config } = await loadConfig({ paths, variables: {}, ignoresFile: true })
    expect(config.approvals.mode).toBe('manual')
  })

  test('keep the settings of the previous model when a flag cannot change it', async () => {
    const address = 'http://127.0.0.1:1/v1'
    const paths = await withMachine('model: { provider: custom }\n', `model: { base_url: "${address}", default: a }\n`)
    const { config } = await loadConfig({ paths, variables: {}, overrides: { model: { provider: 'openai' } } })
    expect(config.model).toMatchObject({ provider: 'custom', base_url: address })
  })

  test('are named with their line when they are invalid', async () => {
    const paths = await withMachine('\napprovals:\n  mode: sometimes\n')
    await expect(loadConfig({ paths, variables: {} })).rejects.toThrow(`${paths.managed}, line 3`)
  })
})

test.each(['modal', 'daytona', 'singularity'])(
  'rejects TERMINAL_ENV=%s and names the alternatives',
  async (backend) => {
    await expect(load({}, { TERMINAL_ENV: backend })).rejects.toThrow(
      /choose docker .*; see the variable TERMINAL_ENV\.$/,
    )
  },
)

test.each([
  ['INFO', 'info'],
  ['Debug', 'debug'],
  ['WARNING', 'warn'],
])('reads HERMES_LOG_LEVEL=%s as %s, like the setting', async (level, expected) => {
  expect((await load({}, { HERMES_LOG_LEVEL: level })).config.logging.level).toBe(expected)
})

test('rejects an unknown log level', async () => {
  await expect(load({}, { HERMES_LOG_LEVEL: 'LOUD' })).rejects.toThrow(
    'it is "LOUD"; see the variable HERMES_LOG_LEVEL',
  )
})
