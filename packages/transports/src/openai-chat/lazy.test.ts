import { startFakeProvider, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { watchLoads } from '../../testing/loaded-modules.js'

test('the SDK is loaded by the first call, not by an import and not by creating a transport', async () => {
  const isLoaded = watchLoads()
  await import('../index.js')
  await import('../offline/index.js')
  const { createTransport, resolveProvider } = await import('../index.js')
  await using provider = await startFakeProvider({ script: text('ok') })
  const settings = { provider: 'custom', baseUrl: provider.baseUrl, model: 'm' }
  const transport = createTransport(resolveProvider(settings, {}))
  const request = { model: 'm', system: '', messages: [{ role: 'user' as const, content: 'Hello' }], tools: [] }
  const events = transport.stream(request, { signal: new AbortController().signal })
  expect(isLoaded('openai')).toBe(false)

  await events[Symbol.asyncIterator]().next()
  expect(isLoaded('openai')).toBe(true)
})
