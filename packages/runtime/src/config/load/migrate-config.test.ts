import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { pythonDefaults } from '../../../testing/python-defaults.js'
import { tempHome, textOfFile } from '../../../testing/temp-home.js'
import { resolveConfiguredProvider } from '../../model/resolve-configured-provider.js'
import { loadConfig } from './load-config.js'
import { migrateConfig } from './migrate-config.js'

const config = `# of the other program
model: { default: lab/large, provider: openrouter }
fallback_model: { provider: groq, model: lab/small } # the spare
database: { backend: sqlite }
agent:
  budget_warning_ratio: 0.8
  personalities: { calm: Be calm. }
approvals: { cron_mode: approve, single_query_mode: deny }
gateway: { platforms: { discord: { token: discord-secret } } }
streaming: { enabled: true }
`

async function settingsOf(paths: Awaited<ReturnType<typeof tempHome>>) {
  return (await loadConfig({ paths, variables: {} })).config
}

test('leaves the settings in effect unchanged, and the file valid', async () => {
  const paths = await tempHome({ config })
  const before = await settingsOf(paths)
  await migrateConfig(paths)
  expect(await settingsOf(paths)).toEqual(before)
  expect(before.fallback_providers).toEqual([{ provider: 'groq', model: 'lab/small' }])
  const text = await textOfFile(paths.config)
  expect(text).toContain('# of the other program')
  expect(text).not.toMatch(/fallback_model|budget_warning_ratio|backend|streaming/)
})

test('keeps what would be lost: a secret, and a value without a counterpart', async () => {
  const paths = await tempHome({ config })
  const told = await migrateConfig(paths)
  expect(told.filter(({ stays }) => stays).map(({ path }) => path)).toEqual([
    'approvals.cron_mode',
    'gateway.platforms',
  ])
  const text = await textOfFile(paths.config)
  expect(text).toContain('discord-secret')
  expect(text).toContain('cron_mode: approve')
  const again = await migrateConfig(paths)
  expect(again.every(({ stays }) => stays !== undefined)).toBe(true)
  expect(await textOfFile(paths.config)).toBe(text)
})

test('reports the same in a dry run, and changes nothing', async () => {
  const paths = await tempHome({ config })
  const dry = await migrateConfig(paths, { isDry: true })
  expect(await textOfFile(paths.config)).toBe(config)
  expect(await migrateConfig(paths)).toEqual(dry)
})

test('moves the usable entries of a section, and keeps the others', async () => {
  const text = 'agent:\n  personalities:\n    calm: Be calm.\n    "odd name": Be odd.\n'
  const paths = await tempHome({ config: text })
  expect(await migrateConfig(paths)).toMatchObject([
    { path: 'agent.personalities.calm', movedTo: ['personalities.calm'] },
    { path: 'agent.personalities.odd name', stays: expect.stringContaining('personalities') },
  ])
  const migrated = await textOfFile(paths.config)
  expect(migrated).toContain('odd name')
  expect(migrated).toMatch(/^personalities:\n {2}calm: Be calm\.$/m)
})

test('leaves nothing of the Python program in a file with all of its settings', async () => {
  const paths = await tempHome({ config: await pythonDefaults() })
  const before = await settingsOf(paths)
  const told = await migrateConfig(paths)
  expect(told.every(({ stays }) => stays === undefined)).toBe(true)
  for (const { path, movedTo, remark } of told) if (movedTo.length === 0) expect(remark, path).toMatch(/\.$/)
  const { config, warnings, remedy } = await loadConfig({ paths, variables: {} })
  expect(config).toEqual(before)
  expect({ warnings, remedy }).toEqual({ warnings: [], remedy: undefined })
  expect(await migrateConfig(paths)).toEqual([])
  const text = await textOfFile(paths.config)
  expect(text).not.toMatch(/^(?:telegram|discord|matrix|honcho|curator|_config_version)/m)
  expect(text).not.toMatch(/: ''$\n^ +base_url/m)
})

test('takes over a network whose settings are in three places', async () => {
  const paths = await tempHome({
    config: `
telegram: { require_mention: false, reactions: true, extra: { rich_messages: false } }
gateway: { platforms: { telegram: { home_channel: { chat_id: "1" } } } }
platforms:
  telegram: { enabled: true, token: "\${TELEGRAM_BOT_TOKEN}", reply_to_mode: first }
`,
  })
  const before = await settingsOf(paths)
  const told = await migrateConfig(paths)
  expect(told.find(({ path }) => path === 'telegram.reactions')?.remark).toContain('platforms')
  expect(await settingsOf(paths)).toEqual(before)
  expect(parse(await textOfFile(paths.config))).toEqual({
    gateway: null,
    platforms: {
      telegram: {
        enabled: true,
        token: `\${TELEGRAM_BOT_TOKEN}`,
        home_chat: '1',
        require_mention: false,
      },
    },
  })
})

const servers = `
model: { provider: custom:my-box, default: qwen3 }
providers:
  lab: { url: "http://lab.example/v1", key_env: LAB_KEY, default_model: large, models: [large, small], stale_timeout_seconds: 60 }
  openrouter: { request_timeout_seconds: 30 }
custom_providers:
  - { name: My Box, base_url: "http://127.0.0.1:9/v1", api_key: box-secret, model: qwen3, models: { qwen3: { context_length: 40000, supports_vision: true } } }
  - { name: lab, base_url: "http://other.example/v1", api_key: other-secret }
`

test('moves lists of own servers to the section providers, without losing a key', async () => {
  const paths = await tempHome({ config: servers })
  const before = await loadConfig({ paths, variables: {} })
  const { lab, 'my-box': box } = before.config.providers
  expect(lab).toMatchObject({
    base_url: 'http://lab.example/v1',
    key_env: 'LAB_KEY',
    model: 'large',
    models: { small: {} },
  })
  expect(box).toMatchObject({ name: 'My Box', api_key: 'box-secret', models: { qwen3: { context_length: 40_000 } } })
  expect(resolveConfiguredProvider(before.config, {})).toMatchObject({ provider: 'my-box', apiKey: 'box-secret' })
  const told = before.warnings.join('\n')
  expect(told).toMatch(/custom_providers\.0 in .* is providers\.my-box here.* It has no supports_vision here\./)
  expect(told).toMatch(/custom_providers\.1 in .* is ignored\. providers\.lab is set, too, and wins\./)
  expect(told).toMatch(/providers\.openrouter in .* is ignored\. It has no request_timeout_seconds here\./)
  expect(told).not.toContain('secret')
  await migrateConfig(paths)
  expect(await settingsOf(paths)).toEqual(before.config)
  const text = await textOfFile(paths.config)
  expect(text).toContain('other-secret')
  expect(text).not.toMatch(/default_model|openrouter|supports_vision/)
})
