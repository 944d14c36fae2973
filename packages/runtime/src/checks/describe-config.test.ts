import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tempHome } from '../../testing/temp-home.js'
import { listConfigKeys } from '../config/document/config-keys.js'
import { configJsonSchema } from '../config/document/json-schema.js'
import { loadConfig } from '../config/load/load-config.js'
import { environmentKeys } from '../config/sources/environment-keys.js'
import { checkConfig, describeConfig } from './describe-config.js'

test('describes every setting once, with its source, and masks secrets', async () => {
  const paths = await tempHome({ config: 'model:\n  default: gpt\n  api_key: sk-0123456789abcdefghij\ntoolsets: []\n' })
  const rows = describeConfig(await loadConfig({ paths, variables: { API_SERVER_KEY: 'brief' } }))
  const row = (path: string) => rows.find((candidate) => candidate.path === path)
  expect(new Set(rows.map(({ path }) => path)).size).toBe(listConfigKeys().length)
  expect(rows.filter(({ description }) => description === '')).toEqual([])
  expect(row('model.default')).toMatchObject({ value: 'gpt', source: 'config', default: '' })
  expect(row('agent.max_turns')).toMatchObject({ value: 90, source: 'default', default: 90 })
  expect(row('toolsets')).toMatchObject({ value: [], source: 'config' })
  expect(row('gateway.api_server.key')).toMatchObject({ source: 'environment' })
  expect(JSON.stringify(rows)).not.toMatch(/0123456789|brief/)
})

test('masks the credentials in a URL', async () => {
  const config = 'model: { default: m, provider: custom, base_url: "http://ann:pw-1@127.0.0.1:1/v1?key=q-2" }\n'
  const rows = describeConfig(await loadConfig({ paths: await tempHome({ config }), variables: {} }))
  expect(rows.find(({ path }) => path === 'model.base_url')?.value).toBe('http://***@127.0.0.1:1/v1?***')
})

test('masks the secrets of an extension by their names', async () => {
  const paths = await tempHome({
    config: 'transport: { use: foo, url: http://x, apiKey: sk-1, auth: { user: ann } }\n',
  })
  const rows = describeConfig(await loadConfig({ paths, variables: {} }))
  expect(rows.find(({ path }) => path === 'transport')?.value).toEqual({
    use: 'foo',
    url: 'http://x',
    apiKey: '***',
    auth: { user: '***' },
  })
})

test('maps each variable to an existing setting', () => {
  const paths = listConfigKeys().map(({ path }) => path)
  expect(environmentKeys.filter(({ path }) => !paths.includes(path))).toEqual([])
})

test('allows partial files but no unknown keys in the JSON Schema', () => {
  const schema = configJsonSchema()
  expect(schema).toMatchObject({ type: 'object', additionalProperties: false })
  expect(schema.required).toBeUndefined()
  expect(schema.properties?.agent).toMatchObject({ properties: { max_turns: { type: 'integer', default: 90 } } })
})

test('reports nothing for a valid home', async () => {
  expect(await checkConfig(await tempHome({ config: 'agent: { max_turns: 3 }\n' }), {})).toEqual([])
})

test('reports every problem, not only the first', async () => {
  const paths = await tempHome({
    config: `modle: 1\nagent: { max_turns: no }\nmodel: { default: "\${NOPE}" }\n`,
    env: 'A=1\n',
  })
  await chmod(paths.env, 0o644)
  const findings = await checkConfig(paths, {})
  expect(findings.map(({ level, path }) => [level, path])).toEqual(
    expect.arrayContaining([
      ['error', 'modle'],
      ['error', 'agent.max_turns'],
      ['warning', ''],
      ['warning', ''],
    ]),
  )
  expect(findings).toHaveLength(4)
  expect(findings.at(-1)?.text).toContain(`chmod 600 ${paths.env}`)
})

describe('a limit in US dollars', () => {
  const limits = `agent: { max_cost_per_turn: 1 }
people: { user: { usd_per_day: 2 }, budgets: { "telegram:1": { usd_per_day: 3 } } }
gateway: { api_server: { keys: { blog: { key: a-key-of-the-blog, usd_per_day: 4 }, shop: { key: a-key-of-the-shop } } } }
model: { provider: custom, base_url: "http://127.0.0.1:1/v1", default: own-model }
`

  test('is reported when the price of the model is unknown', async () => {
    const findings = await checkConfig(await tempHome({ config: limits }), {})
    expect(findings.map(({ level, path }) => [level, path])).toEqual([
      ['warning', 'agent.max_cost_per_turn'],
      ['warning', 'people.user.usd_per_day'],
      ['warning', 'people.budgets.telegram:1.usd_per_day'],
      ['warning', 'gateway.api_server.keys.blog.usd_per_day'],
    ])
    expect(findings[1]?.text).toBe(
      'people.user.usd_per_day does not limit "own-model", because its price is unknown: set its price in model_overrides, or people.user.tokens_per_day.',
    )
  })

  test('is accepted when the model has a price', async () => {
    const price = 'model_overrides: { own-model: { price: { input: 1, output: 2 } } }\n'
    expect(await checkConfig(await tempHome({ config: limits + price }), {})).toEqual([])
  })

  test('is accepted next to a token limit, and without a provider', async () => {
    const both = limits
      .replaceAll(/usd_per_day: \d/g, '$&, tokens_per_day: 5')
      .replace('{ max_cost', '{ max_tokens_per_turn: 5, max_cost')
    expect(await checkConfig(await tempHome({ config: both }), {})).toEqual([])
    const offline = limits.replace('custom', 'offline')
    expect(await checkConfig(await tempHome({ config: offline }), {})).toEqual([])
  })
})

test('reports a secret for callers whose variable is not set', async () => {
  const config = `webhooks: { issues: { secret: "\${HOOK_SECRET}" } }\n`
  const [finding] = await checkConfig(await tempHome({ config }), {})
  expect(finding).toMatchObject({ level: 'error', path: 'webhooks.issues.secret' })
})

test('reports a file that is not YAML', async () => {
  const [finding] = await checkConfig(await tempHome({ config: 'a: [\n' }), {})
  expect(finding).toMatchObject({ level: 'error', text: expect.stringContaining('not valid YAML, line') })
})

test.each([
  ['store: { use: hermes-store-none }', 'The package hermes-store-none is not installed'],
  ['store: { use: postgres }', 'database.url is not set'],
  ['store: { use: sqlite, file: x }', 'has no setting store.file'],
  ['transport: { use: hermes-transport-none }', 'The package hermes-transport-none is not installed'],
  ['environment: { use: ./missing.mjs }', 'There is no file'],
  ['context: { engine: hermes-engine-none }', 'The package hermes-engine-none is not installed'],
])('reports an unusable extension: %s', async (config, sentence) => {
  const findings = await checkConfig(await tempHome({ config: `${config}\n` }), {})
  expect(findings.map(({ text }) => text)).toEqual([expect.stringContaining(sentence)])
})

test.each([
  ['model: { provider: antropic }', 'model.provider', 'did you mean "anthropic"?'],
  ['fallback_providers: [{ provider: groq }, { provider: opnai }]', 'fallback_providers.1.provider', '"opnai"'],
  ['model_aliases: { fast: { model: m, provider: grok1 } }', 'model_aliases.fast.provider', '"grok1"'],
  ['toolsets: [file, wbe]', 'toolsets', 'Did you mean "web"?'],
  ['people: { guest: { toolsets: [sfae] } }', 'people.guest.toolsets', 'Did you mean "safe"?'],
  ['platform_toolsets: { cron: [wbe] }', 'platform_toolsets.cron', 'Did you mean "web"?'],
  ['cron: { timezone: Berlin }', 'cron.timezone', 'such as Europe/Berlin'],
  [
    'platforms: { pigeon: { enabled: false, channels: { "1": { provider: opnai } } } }',
    'platforms.pigeon.channels.1.provider',
    '"opnai"',
  ],
])('reports an unknown name: %s', async (config, path, hint) => {
  const findings = await checkConfig(await tempHome({ config: `${config}\n` }), {})
  expect(findings).toEqual([{ level: 'error', path, text: expect.stringContaining(hint) }])
})

test('reports all mistakes in the settings of a chat network', async () => {
  const config = 'platforms: { telegram: { alow_all: true, tokne: x, poll_seconds: often } }\n'
  const findings = await checkConfig(await tempHome({ config }), {})
  expect(findings.map(({ level, text }) => `${level}: ${text}`)).toEqual([
    'error: There is no setting platforms.telegram.alow_all (did you mean platforms.telegram.allow_all?).',
    'error: There is no setting platforms.telegram.tokne (did you mean platforms.telegram.token?).',
    'error: platforms.telegram.token is missing.',
    expect.stringMatching(/^error: platforms\.telegram\.poll_seconds: .*number/),
  ])
})

test.each([
  ['telegramm: {}', /no built-in chat network telegramm: did you mean telegram\?.*platforms\.telegramm\.use/],
  ['pigeon: {}', /no built-in chat network pigeon: name its package with platforms\.pigeon\.use/],
  [
    'pigeon: { use: ./open.mjs, loft: here, alow_all: true }',
    /platforms\.pigeon\.alow_all \(did you mean .*allow_all\?\)/,
  ],
  ['pigeon: { use: ./closed.mjs, loff: here }', /platforms\.pigeon\.loff \(did you mean platforms\.pigeon\.loft\?\)/],
  ['pigeon: { use: ./closed.mjs, loft: 3 }', /rejects its setting platforms\.pigeon\.loft: not a text/],
])('reports a chat network that cannot be opened: %s', async (network, sentence) => {
  const findings = await checkConfig(await homeWithPigeon(network), {})
  expect(findings.map(({ text }) => text)).toEqual([expect.stringMatching(sentence)])
})

test.each([
  'pigeon: { use: ./closed.mjs, loft: here, allow_all: true }',
  'telegram: { enabled: false }',
  `telegram: { token: "\${TELEGRAM_BOT_TOKEN}" }`,
])('reports no error for a chat network that the gateway can open: %s', async (network) => {
  const findings = await checkConfig(await homeWithPigeon(network), {})
  expect(findings.filter(({ level }) => level === 'error')).toEqual([])
})

/** Creates a home with a chat network and two packages for it: one with a closed, described schema, the other with neither. */
async function homeWithPigeon(network: string) {
  const paths = await tempHome({ config: `platforms: { ${network} }\n` })
  const platform = (validate: string, more = '') => `export default {
    kind: 'platform', id: 'pigeon', create: () => { throw new Error('not here') },
    options: { '~standard': { version: 1, vendor: 'test', validate: ${validate} ${more} } },
  }`
  const schema = { type: 'object', properties: { loft: { type: 'string' } }, additionalProperties: false }
  const closed = `({ loft, ...more }) => Object.keys(more).length ? { issues: [{ message: 'unknown' }] }
    : typeof loft === 'string' ? { value: { loft } } : { issues: [{ message: 'not a text', path: ['loft'] }] }`
  await writeFile(join(paths.home, 'open.mjs'), platform('({ loft }) => ({ value: { loft } })'))
  const described = `, jsonSchema: { input: () => (${JSON.stringify(schema)}) }`
  await writeFile(join(paths.home, 'closed.mjs'), platform(closed, described))
  return paths
}

test('describes all settings in about the time that listing them takes', async () => {
  const loaded = await loadConfig({ paths: await tempHome(), variables: {} })
  const timeOf = (work: () => unknown) => {
    const startedAt = performance.now()
    work()
    return performance.now() - startedAt
  }
  timeOf(listConfigKeys)
  expect(timeOf(() => describeConfig(loaded))).toBeLessThan(8 * timeOf(listConfigKeys))
})
