import { registerHooks } from 'node:module'
import { startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'

test('the SDK is loaded by the first call, not by an import and not by creating a transport', async () => {
  const loaded: string[] = []
  const hooks = registerHooks({
    load(url, context, next) {
      loaded.push(url)
      return next(url, context)
    },
  })
  onTestFinished(() => hooks.deregister())
  const hasSdk = () => loaded.some((url) => url.includes('node_modules/openai/'))

  await import('../index.js')
  await import('../offline/index.js')
  const { createTransport, resolveProvider } = await import('../resolve/index.js')
  await using provider = await startFakeProvider({ script: text('ok') })
  const settings = { provider: 'custom', baseUrl: provider.baseUrl, model: 'm' }
  const transport = createTransport(resolveProvider(settings, {}))
  const request = { model: 'm', system: '', messages: [{ role: 'user' as const, content: 'Hello' }], tools: [] }
  const events = transport.stream(request, { signal: new AbortController().signal })
  expect(hasSdk()).toBe(false)

  await events[Symbol.asyncIterator]().next()
  expect(hasSdk()).toBe(true)
})
