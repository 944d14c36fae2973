import { ConfigError } from '@hermes/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { originOf } from './origin.js'
import { type OwnServerSettings, ownServer } from './own-server.js'
import type { ProviderSettings, Variables } from './provider-settings.js'
import { providerPresets } from './providers.js'
import { resolveProvider } from './resolve-provider.js'

function failure(settings: ProviderSettings, variables: Variables = {}): ConfigError {
  try {
    resolveProvider(settings, variables)
  } catch (error) {
    if (ConfigError.is(error)) return error
    throw error
  }
  throw new Error('resolved')
}

describe('the provider', () => {
  test('is the named one', () => {
    const resolved = resolveProvider({ provider: 'groq' }, { GROQ_API_KEY: 'g', OPENROUTER_API_KEY: 'o' })
    expect(resolved).toMatchObject({ provider: 'groq', apiKey: 'g', apiMode: 'chat_completions', isLocal: false })
    expect(resolved.model).not.toBe('')
  })

  test('is the first whose key is set, in the order of the table', () => {
    const variables = { GROQ_API_KEY: 'g', OPENAI_API_KEY: 'o', OPENROUTER_API_KEY: ' ' }
    expect(resolveProvider({}, variables).provider).toBe('openai')
    expect(resolveProvider({ provider: 'auto' }, variables).provider).toBe('openai')
  })

  test.each([
    ['openai-api', 'openai', 'OPENAI_API_KEY'],
    ['nebius-token-factory', 'nebius', 'NEBIUS_API_KEY'],
  ])('may have another name: %s', (name, provider, variable) => {
    expect(resolveProvider({ provider: name }, { [variable]: 'k' })).toMatchObject({ provider, apiKey: 'k' })
  })

  test.each(['moonshot', 'minimax', 'alibaba', 'alibaba-coding-plan', 'alibaba-token-plan'])(
    'in China is a separate one, selected only by name: %s',
    (id) => {
      const [variable = ''] = providerPresets.find((preset) => preset.id === id)?.keyVariables ?? []
      const variables = { [variable]: 'k' }
      expect(resolveProvider({}, variables).provider).toBe(id)
      const chinese = resolveProvider({ provider: `${id}-cn` }, variables)
      expect(chinese).toMatchObject({ provider: `${id}-cn`, apiKey: 'k' })
      expect(originOf(chinese.baseUrl)).not.toBe(originOf(resolveProvider({ provider: id }, variables).baseUrl))
    },
  )

  test('is missing when a model is named and no key is set', () => {
    expect(() => resolveProvider({ model: 'gpt-5.2' }, {})).toThrow('No provider is configured for the model "gpt-5.2"')
    expect(resolveProvider({ model: 'offline' }, {})).toMatchObject({ provider: 'offline' })
    expect(resolveProvider({ model: 'gpt-5.2' }, { OPENAI_API_KEY: 'k' })).toMatchObject({ provider: 'openai' })
  })

  test('is the offline stand-in when no key is set', () => {
    expect(resolveProvider({}, {})).toMatchObject({ provider: 'offline', apiMode: 'offline', model: 'offline' })
  })

  test.each([
    ['https://openrouter.ai/api/v1/', 'openrouter'],
    ['http://localhost:11434/v1', 'ollama'],
    ['http://127.0.0.1:1234/v1', 'lmstudio'],
    ['https://model.example/v1', 'custom'],
    ['https://opencode.ai/zen/v1', 'opencode-zen'],
    ['https://opencode.ai/zen/go/v1/', 'opencode-go'],
    ['https://api.z.ai/api/coding/paas/v4', 'zai-coding-plan'],
    ['https://api.z.ai/api/anthropic', 'zai'],
    ['https://api.moonshot.cn/v1', 'moonshot-cn'],
    ['http://openrouter.ai/api/v1', 'custom'],
    ['https://openrouter.ai.evil.example/v1', 'custom'],
  ])('is recognized by its address %s: %s', (baseUrl, provider) => {
    expect(resolveProvider({ baseUrl, model: 'm', apiKey: 'k' }, {}).provider).toBe(provider)
  })
})

test("the API mode is the preset's unless another one is set", () => {
  expect(resolveProvider({ provider: 'xai' }, { XAI_API_KEY: 'x' }).apiMode).toBe('codex_responses')
  const variables = { OPENAI_API_KEY: 'o' }
  expect(resolveProvider({ provider: 'openai' }, variables).apiMode).toBe('chat_completions')
  expect(resolveProvider({ provider: 'openai', apiMode: 'codex_responses' }, variables)).toMatchObject({
    apiMode: 'codex_responses',
    apiKey: 'o',
  })
})

test.each<[ProviderSettings, string, string]>([
  [{ provider: 'anthropic' }, 'anthropic', 'anthropic_messages'],
  [{ provider: 'minimax' }, 'minimax', 'anthropic_messages'],
  [{ baseUrl: 'https://api.minimax.io/v1' }, 'minimax', 'chat_completions'],
  [{ baseUrl: 'https://api.deepseek.com/anthropic' }, 'deepseek', 'anthropic_messages'],
  [{ baseUrl: 'https://model.example/anthropic/v1' }, 'custom', 'anthropic_messages'],
  [{ baseUrl: 'https://anthropic.example/v1' }, 'custom', 'chat_completions'],
  [{ baseUrl: 'https://model.example/anthropic', apiMode: 'chat_completions' }, 'custom', 'chat_completions'],
  [{ provider: 'anthropic', baseUrl: 'https://proxy.example/v1' }, 'anthropic', 'anthropic_messages'],
])('the address also determines the API mode: %j is %s as %s', (settings, provider, apiMode) => {
  const resolved = resolveProvider({ ...settings, apiKey: 'k', model: 'm' }, {})
  expect(resolved).toMatchObject({ provider, apiMode })
})

describe('a key', () => {
  const variables = Object.fromEntries(
    providerPresets.flatMap((preset) => preset.keyVariables.map((name) => [name, `key of ${preset.id}`])),
  )

  test('is never sent to a host other than its own', () => {
    const preset = fc.constantFrom(...providerPresets)
    const baseUrl = fc.oneof(
      fc.webUrl(),
      preset.map((known) => known.baseUrl.replace('https:', 'http:')),
      preset.map((known) => known.baseUrl.replace('://', '://evil.')),
      preset.map((known) => known.baseUrl),
    )
    fc.assert(
      fc.property(fc.option(preset), baseUrl, (named, url) => {
        fc.pre(url !== '')
        let resolved: ReturnType<typeof resolveProvider>
        try {
          resolved = resolveProvider({ ...(named && { provider: named.id }), baseUrl: url, model: 'm' }, variables)
        } catch (error) {
          if (ConfigError.is(error)) return
          throw error
        }
        if (resolved.apiKey === undefined || resolved.provider === 'custom') return
        // Regions of one vendor share a variable, and the named one gets its value.
        const owners = providerPresets.filter(({ keyVariables }) =>
          keyVariables.some((name) => variables[name] === resolved.apiKey),
        )
        expect(owners.map((known) => originOf(known.baseUrl))).toContain(originOf(resolved.baseUrl))
      }),
    )
  })

  test('for a custom server is the given one or CUSTOM_API_KEY', () => {
    const custom = { provider: 'custom', baseUrl: 'https://model.example/v1', model: 'm' }
    const { CUSTOM_API_KEY: _, ...others } = variables
    expect(resolveProvider(custom, others).apiKey).toBeUndefined()
    expect(resolveProvider(custom, { CUSTOM_API_KEY: 'c' }).apiKey).toBe('c')
    expect(resolveProvider({ ...custom, apiKey: 'given' }, { CUSTOM_API_KEY: 'c' }).apiKey).toBe('given')
  })

  test('that is given is sent to any base URL', () => {
    const settings = { provider: 'openai', baseUrl: 'https://proxy.example/v1', apiKey: 'mine' }
    expect(resolveProvider(settings, {})).toMatchObject({ apiKey: 'mine', baseUrl: 'https://proxy.example/v1' })
  })

  test('is not needed on the local machine', () => {
    expect(resolveProvider({ provider: 'ollama', model: 'm' }, {})).toMatchObject({ isLocal: true, model: 'm' })
    const local = { provider: 'openai', baseUrl: 'http://127.0.0.1:9000/v1' }
    expect(resolveProvider(local, { OPENAI_API_KEY: 'o' }).apiKey).toBeUndefined()
  })
})

describe('rejects settings that cannot work', () => {
  test.each<[string, ProviderSettings, string, RegExp]>([
    ['an unknown provider', { provider: 'opnrouter' }, 'model.provider', /did you mean "openrouter"/],
    ['a provider without a similar name', { provider: 'zzzzzzzz' }, 'model.provider', /known are openrouter, /],
    ['a missing key', { provider: 'gemini' }, 'model.api_key', /set GEMINI_API_KEY or GOOGLE_API_KEY/],
    ['a missing model', { provider: 'ollama' }, 'model.default', /set model\.default/],
    ['custom without an address', { provider: 'custom', model: 'm' }, 'model.base_url', /set model\.base_url/],
    ['an invalid address', { baseUrl: 'model.example', model: 'm' }, 'model.base_url', /like https:/],
    ['an unknown wire', { provider: 'openai', apiMode: 'smoke' }, 'model.api_mode', /"smoke"/],
  ])('%s', (_, settings, path, words) => {
    expect(failure(settings)).toMatchObject({ path, message: expect.stringMatching(words) })
  })

  test('a key of another host', () => {
    const error = failure({ provider: 'openrouter', baseUrl: 'https://proxy.example/v1' }, { OPENROUTER_API_KEY: 'o' })
    expect(error).toMatchObject({ path: 'model.api_key', message: expect.stringContaining('own host only') })
  })
})

test('each provider has a unique id, a unique address and its variables', () => {
  const hosted = providerPresets.filter((preset) => !preset.isLocal)
  expect(new Set(providerPresets.map((preset) => preset.id)).size).toBe(providerPresets.length)
  expect(new Set(hosted.map((preset) => preset.baseUrl)).size).toBe(hosted.length)
  for (const preset of hosted) {
    expect(preset.baseUrl).toMatch(/^https:/)
    expect(preset.keyVariables.length > 0).toBe(preset.login !== 'required')
    expect(preset.defaultModel).toBeTruthy()
  }
})

describe('a stored credential', () => {
  const kept = [{ provider: 'groq' }, { provider: 'copilot', baseUrl: 'https://api.business.githubcopilot.com' }]

  test('selects its provider like a variable, unless it belongs to another program', () => {
    expect(resolveProvider({}, {}, kept).provider).toBe('copilot')
    expect(resolveProvider({}, { OPENROUTER_API_KEY: 'o' }, kept).provider).toBe('openrouter')
    expect(resolveProvider({}, {}, [{ provider: 'anthropic', isBorrowed: true }]).provider).toBe('offline')
    const named = resolveProvider({ provider: 'anthropic' }, {}, [{ provider: 'anthropic', isBorrowed: true }])
    expect(named).toMatchObject({ provider: 'anthropic', baseUrl: 'https://api.anthropic.com' })
  })

  test('has its own address and is sent only there', () => {
    expect(resolveProvider({ provider: 'copilot' }, {}, kept)).toMatchObject({ baseUrl: kept[1]?.baseUrl })
    expect(() => resolveProvider({ provider: 'copilot', baseUrl: 'https://evil.example' }, {}, kept)).toThrow(
      /needs a login for https:\/\/evil\.example/,
    )
    expect(() => resolveProvider({ provider: 'groq', baseUrl: 'https://evil.example' }, {}, kept)).toThrow(/own host/)
  })

  test('is required by a provider without API keys', () => {
    expect(() => resolveProvider({ provider: 'openai-codex' }, {})).toThrow(
      expect.objectContaining({ remedy: { type: 'log-in', provider: 'openai-codex' } }),
    )
  })
})

describe('a named server of the user', () => {
  const baseUrl = 'https://box.example/v1'
  const resolve = (settings: Partial<OwnServerSettings>, others: ProviderSettings = {}, variables: Variables = {}) =>
    resolveProvider(
      { provider: 'box', model: 'qwen3', ...others, servers: [ownServer({ id: 'box', baseUrl, ...settings })] },
      variables,
    )

  test('is a provider with its own address, key and model', () => {
    expect(resolve({ keyVariable: 'BOX_KEY', model: 'large' }, { model: '' }, { BOX_KEY: 'k' })).toMatchObject({
      provider: 'box',
      baseUrl,
      apiKey: 'k',
      keyVariable: 'BOX_KEY',
      model: 'large',
      isLocal: false,
    })
    expect(resolve({ apiKey: 'mine' })).toMatchObject({ apiKey: 'mine' })
    expect(resolve({ baseUrl: 'https://box.example/anthropic' }).apiMode).toBe('anthropic_messages')
    expect(resolve({ baseUrl: 'http://127.0.0.1:9/v1' }).isLocal).toBe(true)
  })

  test('needs a key only if it names a variable', () => {
    expect(resolve({}).apiKey).toBeUndefined()
    expect(() => resolve({ keyVariable: 'BOX_KEY' })).toThrow('box needs an API key: set BOX_KEY')
    const settings = {
      provider: 'box',
      model: 'm',
      servers: [ownServer({ id: 'box', baseUrl, keyVariable: 'BOX_KEY' })],
    }
    expect(resolveProvider(settings, {}, [{ provider: 'box' }])).toMatchObject({ ownAddress: baseUrl })
  })

  test('sends its key to its own host only, and is not selected by its key', () => {
    const elsewhere = { baseUrl: 'https://evil.example/v1' }
    expect(resolve({ apiKey: 'mine' }, elsewhere).apiKey).toBeUndefined()
    expect(() => resolve({ keyVariable: 'BOX_KEY' }, elsewhere, { BOX_KEY: 'k' })).toThrow('own host only')
    expect(resolve({ keyVariable: 'BOX_KEY' }, { provider: 'auto', model: '' }, { BOX_KEY: 'k' }).provider).toBe(
      'offline',
    )
  })

  test('is found by its name as users write it, and is suggested for similar names', () => {
    expect(resolve({}, { provider: 'custom:Box' }).provider).toBe('box')
    expect(() => resolve({}, { provider: 'bok' })).toThrow('did you mean "box"')
  })
})
