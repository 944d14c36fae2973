import { expect, test } from 'vitest'
import { type ConfigInput, configSchema } from '../../schema/config-schema.js'
import { childConfig } from './child-config.js'

const spare = { provider: 'openai', model: 'spare' }
const main = {
  provider: 'custom',
  default: 'large',
  base_url: 'http://127.0.0.1:1/v1',
  api_key: 'main-key',
  context_length: 9000,
  max_tokens: 500,
}

function choose(delegation: ConfigInput['delegation'], model?: string, rest: ConfigInput = {}) {
  const config = configSchema.parse({ model: main, fallback_providers: [spare], ...rest, delegation })
  return childConfig(config, model)
}

test('shares the provider and its fallbacks by default', () => {
  expect(choose({})).toBeUndefined()
})

test('keeps address and key, but no fallbacks, for another model of the provider', () => {
  for (const chosen of [choose({ model: 'small' }), choose({}, 'small'), choose({ model: 'medium' }, 'small')]) {
    expect(chosen).toMatchObject({
      model: { provider: 'custom', default: 'small', base_url: main.base_url, api_key: 'main-key' },
      fallback_providers: [],
    })
    // The fallbacks are for the configured model.
    expect(chosen?.model).not.toHaveProperty('context_length')
    expect(chosen?.model).not.toHaveProperty('max_tokens')
  }
})

test('applies no settings of the configured provider to another one', () => {
  const chosen = choose({ provider: 'anthropic', model: 'haiku', fallback_providers: [{ provider: 'xai' }] })
  expect(chosen).toMatchObject({
    model: { provider: 'anthropic', default: 'haiku' },
    fallback_providers: [{ provider: 'xai' }],
  })
  expect(chosen?.model).not.toHaveProperty('base_url')
  expect(chosen?.model).not.toHaveProperty('api_key')
})

test('treats an address alone as a separate server', () => {
  const base_url = 'http://127.0.0.1:2/v1'
  expect(choose({ base_url, api_key: 'own' })?.model).toMatchObject({ provider: 'custom', base_url, api_key: 'own' })
})

test("uses the user's own transport for its other models, but not for another provider", () => {
  const transport = { use: 'hermes-transport-foo' }
  expect(choose({ model: 'small' }, undefined, { transport })?.transport).toEqual(transport)
  expect(choose({ provider: 'openai' }, undefined, { transport })).not.toHaveProperty('transport')
})

test('uses a recording for everything', () => {
  expect(choose({ model: 'small' }, undefined, { transport: { use: 'replay', file: 'x' } })).toBeUndefined()
})
