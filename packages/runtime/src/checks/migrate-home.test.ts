import { expect, test } from 'vitest'
import { tempHome, textOfFile } from '../../testing/temp-home.js'
import { loadConfig } from '../config/load/load-config.js'
import { checkConfig } from './describe-config.js'
import { migrateHome } from './migrate-home.js'

const env = 'TELEGRAM_BOT_TOKEN=42:token\nTELEGRAM_ALLOWED_USERS=1\n'

test('adds a network that only variables configure, which the check reports until then', async () => {
  const paths = await tempHome({ config: 'telegram: { reactions: true, require_mention: false }\n', env })
  expect(await checkConfig(paths, {})).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ level: 'warning', path: 'platforms.telegram', remedy: expect.anything() }),
    ]),
  )
  const { settings, errors, change } = await migrateHome(paths, { variables: {} })
  expect(errors).toEqual([])
  expect(settings).toContainEqual({
    path: 'platforms.telegram.token',
    movedTo: ['platforms.telegram.token'],
    value: `\${TELEGRAM_BOT_TOKEN}`,
  })
  expect(change).toMatchObject({ status: 'applied', paths: ['platforms'], needRestart: [] })
  const { config } = await loadConfig({ paths, variables: {} })
  expect(config.platforms.telegram).toMatchObject({ token: '42:token', allow_from: ['1'], require_mention: false })
  expect(await textOfFile(paths.config)).not.toContain('42:token')
  expect(await checkConfig(paths, {})).toEqual([])
  expect(await migrateHome(paths, { variables: {} })).toEqual({ settings: [], unconnected: [], errors: [] })
})

test('adds what the section of a network lacks', async () => {
  const paths = await tempHome({ config: 'platforms: { telegram: { enabled: true, reply_to_mode: off } }\n', env })
  const errors = (await checkConfig(paths, {})).filter(({ level }) => level === 'error')
  expect(errors).toEqual([expect.objectContaining({ text: expect.stringContaining('TELEGRAM_BOT_TOKEN is set') })])
  expect((await migrateHome(paths, { variables: {}, isDry: true })).errors).toEqual([])
  expect((await migrateHome(paths, { variables: {} })).errors).toEqual([])
  expect((await loadConfig({ paths, variables: {} })).config.platforms.telegram).toMatchObject({ token: '42:token' })
})

test('copies the people from variables to a network that has its token', async () => {
  const config = 'platforms: { telegram: { token: "42:x", home_channel: { chat_id: "5" } } }\n'
  const variables = { TELEGRAM_ALLOWED_USERS: '1', TELEGRAM_HOME_CHANNEL: '9' }
  const paths = await tempHome({ config })
  await migrateHome(paths, { variables })
  expect((await loadConfig({ paths, variables: {} })).config.platforms.telegram).toMatchObject({
    allow_from: ['1'],
    home_chat: '5',
  })
  const own = await tempHome({ config: 'platforms: { telegram: { token: "42:x" } }\n' })
  expect((await migrateHome(own, { variables })).settings).toEqual([])
})

test('adds the network to a home without settings', async () => {
  const paths = await tempHome({ env })
  await migrateHome(paths, { variables: {} })
  expect(await textOfFile(paths.config)).toBe(
    `platforms:\n  telegram:\n    token: \${TELEGRAM_BOT_TOKEN}\n    allow_from:\n      - "1"\n`,
  )
})

test('reports what still keeps Hermes from starting', async () => {
  const text = 'smart_model_routing: { enabled: true }\nterminal: { backend: modal }\nnonsense: 1\ntoolsets: [wbe]\n'
  const paths = await tempHome({ config: text })
  const { errors, change } = await migrateHome(paths, { variables: {} })
  expect(errors.map(({ path }) => path)).toEqual(['terminal.backend', 'nonsense'])
  expect(change).toBeUndefined()
  const again = await migrateHome(paths, { variables: {} })
  expect(again.settings).toEqual([])
  expect(again.errors).toHaveLength(2)
})

test('does not add a network whose variables are incomplete', async () => {
  const paths = await tempHome({ env: 'EMAIL_ADDRESS=a@example.org\nEMAIL_PASSWORD=x\n' })
  const { settings, unconnected, errors } = await migrateHome(paths, { variables: {} })
  expect({ settings, errors }).toEqual({ settings: [], errors: [] })
  expect(unconnected).toMatchObject([{ name: 'email' }])
})
