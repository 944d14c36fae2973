import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { createAgent, silentLogger, type TransportError } from '@hermes/core'
import { cut, httpReply, startFakeProvider, text } from '@hermes/testkit'
import { resolveProvider } from '@hermes/transports'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder } from '../../testing/temp-home.js'
import { homePaths } from '../home/home-paths.js'
import type { Surface } from '../runtime-options.js'
import { type ConfigInput, configSchema } from '../schema/config-schema.js'
import { chainProviders } from './chain-providers.js'
import { openKnownModels } from './known-models.js'

async function agentOf(
  baseUrl: string,
  overrides: ConfigInput,
  surface: Partial<Surface> = {},
  variables: Record<string, string> = {},
) {
  const { transport } = await chainOf(baseUrl, overrides, surface, variables)
  return createAgent({ transport, model: { id: 'main' } })
}

async function chainOf(
  baseUrl: string,
  overrides: ConfigInput,
  surface: Partial<Surface> = {},
  variables: Record<string, string> = {},
) {
  const folder = await tempFolder()
  const primary = resolveProvider({ provider: 'custom', baseUrl, model: 'main' }, {})
  const paths = homePaths(folder)
  const config = configSchema.parse(overrides)
  return chainProviders(primary, {
    paths,
    config,
    known: openKnownModels({ paths, config }, silentLogger),
    variables: { SPARE_KEY: 'spare-key', ...variables },
    surface,
  })
}

async function startPair(...scripts: Parameters<typeof startFakeProvider>[0]['script'][]) {
  const [main, spare] = await Promise.all(scripts.map((script) => startFakeProvider({ script })))
  if (!main || !spare) throw new Error('two scripts are needed')
  onTestFinished(async () => {
    await Promise.all([main.close(), spare.close()])
  })
  const fallback_providers = [{ provider: 'custom', base_url: spare.baseUrl, model: 'spare', key_env: 'SPARE_KEY' }]
  return { main, spare, fallback_providers }
}

test('replaces a provider that fails during an answer, with one notice and no repeated text', async () => {
  const { main, spare, fallback_providers } = await startPair(
    cut(text('The kettle is bl'), { after: 2 }),
    text('The kettle is blue.'),
  )
  const agent = await agentOf(main.baseUrl, { agent: { api_max_retries: 0 }, fallback_providers }, { canRestart: true })
  let shown = ''
  const notices: string[] = []
  const run = agent.run('what colour is the kettle?')
  for await (const event of run) {
    if (event.type === 'text-delta') shown += event.text
    if (event.type === 'restart') shown = ''
    if (event.type === 'notice') notices.push(event.code)
  }
  expect((await run.result).finalResponse).toBe('The kettle is blue.')
  expect(shown).toBe('The kettle is blue.')
  expect(notices).toEqual(['fallback'])
  expect(spare.requests[0]).toMatchObject({ body: { model: 'spare' }, headers: { authorization: 'Bearer spare-key' } })
})

test('passes the failure to a surface that cannot restart', async () => {
  const { main, spare, fallback_providers } = await startPair(cut(text('half'), { after: 1 }), text('whole'))
  const agent = await agentOf(main.baseUrl, { agent: { api_max_retries: 0 }, fallback_providers })
  await expect(agent.chat('hi')).rejects.toSatisfy((error: TransportError) =>
    ['network', 'protocol'].includes(error.kind),
  )
  expect(spare.requests).toHaveLength(0)
})

test('leaves out a fallback without a key, with a warning', async () => {
  const { main, spare, fallback_providers } = await startPair(httpReply(401, '{}'), text('from the spare'))
  const chain = await chainOf(main.baseUrl, {
    agent: { api_max_retries: 0 },
    fallback_providers: [{ provider: 'openrouter', model: 'big' }, ...fallback_providers],
  })
  expect(chain.warnings).toEqual([
    'The fallback "openrouter big" is left out: OpenRouter needs an API key: set OPENROUTER_API_KEY in the environment.',
  ])
  const agent = createAgent({ transport: chain.transport, model: { id: 'main' } })
  expect(await agent.chat('hi')).toBe('from the spare')
  expect(spare.requests).toHaveLength(1)
})

test('names the fallback that has an invalid setting', async () => {
  await expect(
    chainOf('http://127.0.0.1:1', { fallback_providers: [{ provider: 'openruter', model: 'big' }] }),
  ).rejects.toThrow('The fallback "openruter big" cannot work: There is no provider "openruter": did you mean')
})

test('retries transient failures, but not a wrong key', async () => {
  await using provider = await startFakeProvider({ script: [httpReply(503, 'busy'), text('now')] })
  expect(await (await agentOf(provider.baseUrl, {})).chat('hi')).toBe('now')
  provider.setScript(httpReply(401, '{}'))
  await expect((await agentOf(provider.baseUrl, {})).chat('hi')).rejects.toMatchObject({ kind: 'auth' })
  expect(provider.requests).toHaveLength(3)
})

test('does not retry a refused connection', async () => {
  const gone = await startFakeProvider({ script: text('never') })
  await gone.close()
  const agent = await agentOf(gone.baseUrl, {})
  const run = agent.run('hi')
  const notices: string[] = []
  for await (const event of run) if (event.type === 'notice') notices.push(event.text)
  expect((await run.result).outcome).toMatchObject({ status: 'failed', error: { kind: 'network' } })
  expect(notices).toEqual([])
})

test('uses the proxy from the variables', async () => {
  await using provider = await startFakeProvider({ script: text('found') })
  const { hostname, port } = new URL(provider.baseUrl)
  const asked: (string | undefined)[] = []
  const proxy = createServer((incoming, response) => {
    asked.push(incoming.url)
    const { method, headers } = incoming
    const path = new URL(incoming.url ?? '').pathname
    incoming.pipe(request({ hostname, port, method, headers, path }, (answer) => answer.pipe(response)))
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    proxy.close()
    proxy.closeAllConnections()
  })
  const address = proxy.address()
  const HTTP_PROXY = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const agent = await agentOf('http://provider.example/v1', {}, {}, { HTTP_PROXY })
  expect(await agent.chat('hi')).toBe('found')
  expect(asked).toEqual(['http://provider.example/v1/chat/completions'])
})
