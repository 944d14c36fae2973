import { createBedrockWire, startFakeProvider, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { watchLoads } from '../../testing/loaded-modules.js'

test('the first call loads the SDK; importing or creating a transport does not', async () => {
  const isLoaded = watchLoads()
  const { createTransport, resolveProvider } = await import('../index.js')
  await using provider = await startFakeProvider({ wire: createBedrockWire(), script: text('ok') })
  const settings = { provider: 'bedrock', baseUrl: provider.baseUrl, apiKey: 'key' }
  const transport = createTransport(resolveProvider(settings, {}))
  const request = { model: 'm', system: '', messages: [{ role: 'user' as const, content: 'Hello' }], tools: [] }
  const events = transport.stream(request, { signal: new AbortController().signal })
  expect(isLoaded('@aws-sdk/client-bedrock-runtime')).toBe(false)

  await events[Symbol.asyncIterator]().next()
  expect(isLoaded('@aws-sdk/client-bedrock-runtime')).toBe(true)
})
