import { expect, test } from 'vitest'
import { tempHome, textOfFile } from '../../../testing/temp-home.js'
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
gateway: { platforms: { telegram: { token: "123:secret" } } }
streaming: { enabled: true }
`

async function settingsOf(paths: Awaited<ReturnType<typeof tempHome>>) {
  return (await loadConfig({ paths, variables: {} })).config
}

test('the settings in effect are the same before and after, and the file is valid', async () => {
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
  expect(text).toContain('123:secret')
  expect(text).toContain('cron_mode: approve')
  const again = await migrateConfig(paths)
  expect(again.every(({ stays }) => stays !== undefined)).toBe(true)
  expect(await textOfFile(paths.config)).toBe(text)
})

test('a dry run tells the same and changes nothing', async () => {
  const paths = await tempHome({ config })
  const dry = await migrateConfig(paths, { isDry: true })
  expect(await textOfFile(paths.config)).toBe(config)
  expect(await migrateConfig(paths)).toEqual(dry)
})

test('moves what can be used of several entries, and keeps the others', async () => {
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
