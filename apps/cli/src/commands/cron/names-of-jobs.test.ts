import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startFakeProvider } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { cliInHome } from '../../../testing/cli-in-home.js'

const cli = cliInHome()

test.each([
  ['a chat network', ['--deliver', 'telegrm:1'], 'no chat network "telegrm": did you mean "telegram"?'],
  ['a network without a chat', ['--deliver', 'local,telegram'], 'set platforms.telegram.home_chat'],
  ['a network that is switched off', ['--deliver', 'matrix:!a:b'], 'set platforms.matrix.enabled to true'],
  ['a conversation that created it', ['--deliver', 'local,origin'], 'none created this one: name a chat'],
  ['a script', ['--script', 'look'], '"look" is no script'],
  ['a toolset', ['--toolsets', 'web,fiel'], 'There is no toolset "fiel". Did you mean "file"'],
  ['a provider', ['--provider', 'antropic'], 'There is no provider "antropic": did you mean "anthropic"?'],
])('rejects %s that does not exist when a job is added or changed', async (_, options, refusal) => {
  writeFileSync(join(cli.home, 'config.yaml'), 'platforms: { telegram: {}, matrix: { enabled: false } }\n')
  const refused = { code: 1, out: '', err: expect.stringContaining(refusal) }
  expect(await cli.hermes('cron', 'add', 'every 1h', 'Look.', ...options)).toMatchObject(refused)
  expect(await cli.hermes('cron', 'list', '--json')).toMatchObject({ out: '[]\n' })
  await cli.hermes('cron', 'add', 'every 1h', 'Look.', '--name', 'look')
  expect(await cli.hermes('cron', 'edit', 'look', ...options)).toMatchObject(refused)
})

test('warns that the script of a job is missing until it is written', async () => {
  const added = await cli.hermes('cron', 'add', 'every 1h', '--script', 'look.sh', '--name', 'look')
  expect(added).toMatchObject({
    code: 0,
    out: expect.stringMatching(/blocked_config .*There is no script "look\.sh" in /),
  })
  mkdirSync(join(cli.home, 'scripts'), { recursive: true })
  writeFileSync(join(cli.home, 'scripts', 'look.sh'), 'date')
  expect((await cli.hermes('cron', 'list')).out).not.toContain('blocked_config')
})

test('rejects a misspelled model when a job is added or changed, except on a custom server', async () => {
  await using provider = await startFakeProvider({ script: [], models: ['big-model', 'small-model'] })
  const key = { id: 'k', source: 'manual', auth_type: 'api_key', access_token: 'key', base_url: provider.baseUrl }
  writeFileSync(join(cli.home, 'auth.json'), JSON.stringify({ version: 1, credential_pool: { openrouter: [key] } }))
  const add = (...options: readonly string[]) => cli.hermes('cron', 'add', 'every 1h', 'Look.', ...options)
  const refused = { code: 1, out: '', err: expect.stringContaining('"big-modle": did you mean "big-model"?') }
  expect(await add('--provider', 'openrouter', '--model', 'big-modle')).toMatchObject(refused)
  expect(await add('--provider', 'openrouter', '--model', 'unlike/the-others')).toMatchObject({ code: 0 })
  await add('--provider', 'openrouter', '--model', 'big-model', '--name', 'look')
  expect(await cli.hermes('cron', 'edit', 'look', '--model', 'big-modle')).toMatchObject(refused)
  writeFileSync(join(cli.home, 'config.yaml'), `model: { base_url: "${provider.baseUrl}", default: big-model }\n`)
  expect(await add('--model', 'big-modle')).toMatchObject({ code: 0 })
})
