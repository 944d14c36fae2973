import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLogger } from '@hermes/core'
import { startFakeProvider } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { resolveHome } from '../home/home-paths.js'
import { configSchema } from '../schema/config-schema.js'
import { openKnownModels } from './known-models.js'
import { offeredModels } from './offered-models.js'

async function offers(model: object, variables: Readonly<Record<string, string>> = {}) {
  const home = mkdtempSync(join(tmpdir(), 'hermes-offers-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const paths = resolveHome({ HERMES_HOME: home })
  const config = configSchema.parse({ model })
  const known = openKnownModels({ paths, config }, silentLogger)
  return offeredModels({ paths, config, variables, known, surface: {} })
}

test('offers the providers with a key, the configured one first', async () => {
  const keys = { OPENAI_API_KEY: 'a', ANTHROPIC_API_KEY: 'b' }
  const offered = await offers({ provider: 'anthropic' }, keys)
  expect(offered.map(({ provider, name }) => [provider, name])).toEqual([
    ['anthropic', 'Anthropic'],
    ['openai', 'OpenAI'],
  ])
  for (const { models } of offered) expect(models.length).toBeGreaterThan(2)
})

test("offers what the user's own server lists, or its configured model if it lists none", async () => {
  await using provider = await startFakeProvider({ script: [] })
  const model = { provider: 'custom', base_url: provider.baseUrl, default: 'mine' }
  const served = await offers(model)
  expect(served).toMatchObject([{ provider: 'custom', name: 'Custom server' }])
  expect(served[0]?.models.length).toBeGreaterThan(0)
  await provider.close()
  expect(await offers(model)).toMatchObject([{ provider: 'custom', models: ['mine'] }])
})

test('offers nothing without a key', async () => {
  expect(await offers({ provider: 'offline' })).toEqual([])
})
