import { createBedrockWire, startFakeProvider, text } from '@hermes/testkit'
import { describe, expect, test } from 'vitest'
import { createTransport } from './create-transport.js'
import type { ProviderSettings, Variables } from './provider-settings.js'
import { resolveProvider } from './resolve-provider.js'

const keys = { AWS_ACCESS_KEY_ID: 'AKID', AWS_SECRET_ACCESS_KEY: 'secret' }
const bedrock = { provider: 'bedrock' }

function resolve(settings: ProviderSettings, variables: Variables = {}) {
  return resolveProvider(settings, variables)
}

test('its API key selects Bedrock, but AWS credentials alone do not', () => {
  expect(resolve({}, { AWS_BEARER_TOKEN_BEDROCK: 'key' })).toMatchObject({
    provider: 'bedrock',
    apiMode: 'bedrock_converse',
    apiKey: 'key',
  })
  expect(resolve({}, keys).provider).toBe('offline')
})

describe('the region', () => {
  const address = (region: string) => `https://bedrock-runtime.${region}.amazonaws.com`

  test.each<[Variables, string]>([
    [{}, 'us-east-1'],
    [{ AWS_DEFAULT_REGION: 'eu-west-1' }, 'eu-west-1'],
    [{ AWS_REGION: 'eu-north-1', AWS_DEFAULT_REGION: 'eu-west-1' }, 'eu-north-1'],
  ])('of %o is %s', (variables, region) => {
    expect(resolve(bedrock, variables)).toMatchObject({ baseUrl: address(region), aws: { region } })
  })

  test('is that of a given address, which also receives the key', () => {
    const baseUrl = address('ap-south-1')
    const variables = { AWS_REGION: 'eu-north-1', AWS_BEARER_TOKEN_BEDROCK: 'key' }
    expect(resolve({ baseUrl }, variables)).toMatchObject({
      provider: 'bedrock',
      baseUrl,
      apiKey: 'key',
      aws: { region: 'ap-south-1' },
    })
  })
})

describe('credentials', () => {
  test.each<[Variables, unknown]>([
    [
      { ...keys, AWS_SESSION_TOKEN: 'session', AWS_PROFILE: 'work' },
      { accessKeyId: 'AKID', secretAccessKey: 'secret', sessionToken: 'session' },
    ],
    [{ AWS_PROFILE: 'work' }, { profile: 'work' }],
    [{ AWS_ACCESS_KEY_ID: 'AKID' }, 'default-chain'],
    [{}, 'default-chain'],
  ])('of %o', (variables, credentials) => {
    expect(resolve(bedrock, variables).aws?.credentials).toEqual(credentials)
  })

  test('are sent to AWS hosts only, like the key', () => {
    for (const baseUrl of ['https://evil.example', 'http://bedrock-runtime.us-east-1.amazonaws.com']) {
      expect(() => resolve({ ...bedrock, baseUrl }, keys)).toThrow(/own host only/)
    }
    const local = resolve({ ...bedrock, baseUrl: 'http://127.0.0.1:9' }, { ...keys, AWS_BEARER_TOKEN_BEDROCK: 'key' })
    expect(JSON.stringify(local)).not.toMatch(/AKID|"key"/)
  })
})

test('creates a transport that calls the resolved Bedrock endpoint', async () => {
  const provider = await startFakeProvider({ wire: createBedrockWire(), script: text('Good day'), apiKey: 'right' })
  await using _ = provider
  const resolved = resolve({ ...bedrock, baseUrl: provider.baseUrl, apiKey: 'right' }, { AWS_REGION: 'eu-west-1' })
  const request = { model: resolved.model, system: '', messages: [{ role: 'user' as const, content: 'Hi' }], tools: [] }
  const events = await Array.fromAsync(
    createTransport(resolved).stream(request, { signal: new AbortController().signal }),
  )
  expect(events.at(-1)).toMatchObject({ type: 'finish', message: { content: 'Good day' } })
  expect(provider.requests[0]?.path).toBe(`/model/${resolved.model}/converse-stream`)
})
