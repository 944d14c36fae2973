import { type ModelRequest, type Transport, TransportError } from '@hermes/core'
import { fail, startFakeAuthorization, startFakeProvider, text } from '@hermes/testkit'
import { resolveProvider } from '@hermes/transports'
import { expect, test } from 'vitest'
import { type Desk, openDesk } from '../../testing/credentials.js'
import { createProviderTransport } from './create-provider-transport.js'
import { openCredentials } from './credential-book.js'

const request: ModelRequest = {
  model: 'fake-model',
  system: 's',
  messages: [{ role: 'user', content: 'Hi' }],
  tools: [],
}

async function transportOf(
  { paths, variables }: Desk,
  settings: Parameters<typeof resolveProvider>[0],
  strategies: Parameters<typeof createProviderTransport>[1]['strategies'] = {},
): Promise<Transport> {
  const credentials = await openCredentials(paths, variables)
  const resolved = resolveProvider({ model: 'fake-model', ...settings }, variables, credentials.kept)
  return createProviderTransport(resolved, { credentials, strategies, wire: {} })
}

async function ask(transport: Transport): Promise<string | undefined> {
  const events = await Array.fromAsync(transport.stream(request, { signal: new AbortController().signal }))
  const last = events.at(-1)
  return last?.type === 'finish' ? (last.message.content ?? undefined) : undefined
}

const limited = () => fail(new TransportError('rate-limit', 'Slow down', { retryAfterMs: 3_600_000 }))

test('cools down a rate-limited key and uses the next one, also after a restart', async () => {
  await using server = await startFakeProvider({ script: [limited(), text('one'), text('two')] })
  const desk = await openDesk()
  for (const key of ['second', 'first']) await desk.manager.add('openrouter', key, { baseUrl: server.baseUrl })
  const settings = { provider: 'openrouter' }
  expect(await ask(await transportOf(desk, settings))).toBe('one')
  expect(await ask(await transportOf(desk, settings))).toBe('two')
  const sent = server.requests.map(({ headers }) => headers.authorization)
  expect(sent).toEqual(['Bearer first', 'Bearer second', 'Bearer second'])
  expect((await desk.manager.list('openrouter')).map(({ status }) => status)).toEqual(['cooling-down', 'ok'])
  await desk.manager.reset()
  server.setScript(text('three'))
  await ask(await transportOf(desk, settings))
  expect(server.requests.at(-1)?.headers.authorization).toBe('Bearer first')
})

test('names no variable when a stored key is rejected', async () => {
  await using server = await startFakeProvider({ script: fail(new TransportError('auth', 'No.', { status: 401 })) })
  const desk = await openDesk()
  await desk.manager.add('custom', 'stored', { baseUrl: server.baseUrl })
  const asked = ask(await transportOf(desk, { provider: 'custom', baseUrl: server.baseUrl }))
  await expect(asked).rejects.toThrow(/refused the API key .*: check the API key\./)
})

test('selects credentials by the configured strategy', async () => {
  await using server = await startFakeProvider({ script: () => text('ok') })
  const desk = await openDesk()
  for (const key of ['b', 'a']) await desk.manager.add('openrouter', key, { baseUrl: server.baseUrl })
  const transport = await transportOf(desk, { provider: 'openrouter' }, { openrouter: 'round_robin' })
  for (const _ of [1, 2, 3]) await ask(transport)
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer a', 'Bearer b', 'Bearer a'])
})

test('sends a key only to its own address', async () => {
  await using server = await startFakeProvider({ script: () => text('ok') })
  await using other = await startFakeProvider({ script: () => text('ok') })
  const desk = await openDesk()
  await desk.manager.add('openrouter', 'at-home')
  await desk.manager.add('openrouter', 'at-the-server', { baseUrl: server.baseUrl })
  await ask(await transportOf(desk, { provider: 'openrouter', baseUrl: server.baseUrl }))
  await ask(await transportOf(desk, { provider: 'openrouter', baseUrl: other.baseUrl }))
  expect(server.requests[0]?.headers.authorization).toBe('Bearer at-the-server')
  expect(other.requests[0]?.headers).not.toHaveProperty('authorization')
})

test('uses only the key that is given for this call', async () => {
  await using server = await startFakeProvider({ script: () => text('ok') })
  const desk = await openDesk()
  for (const key of ['a', 'b']) await desk.manager.add('openrouter', key, { baseUrl: server.baseUrl })
  await ask(await transportOf(desk, { provider: 'openrouter', baseUrl: server.baseUrl, apiKey: 'given' }))
  expect(server.requests[0]?.headers.authorization).toBe('Bearer given')
})

test('selects a provider by a stored key, but not by a borrowed login', async () => {
  const desk = await openDesk()
  const tokens = { tokens: { access_token: 'a.b.c', refresh_token: 'r' } }
  await desk.writeForeign('.codex/auth.json', tokens)
  const resolve = async () => {
    const { kept } = await openCredentials(desk.paths, desk.variables)
    return resolveProvider({}, desk.variables, kept).provider
  }
  expect(await resolve()).toBe('offline')
  await desk.manager.add('groq', 'key')
  expect(await resolve()).toBe('groq')
})

test('renews an expiring login before the call, once for two processes', async () => {
  await using server = await startFakeProvider({ script: () => text('ok') })
  await using authorization = await startFakeAuthorization()
  const desk = await openDesk()
  await desk.manager.login('nous', {
    issuer: authorization.issuer,
    baseUrl: server.baseUrl,
    prompter: { showCode: async () => undefined, showPage: async () => undefined },
    signal: new AbortController().signal,
  })
  const file = JSON.parse(await desk.text())
  file.credential_pool.nous[0].expires_at_ms = Date.now() - 1000
  await desk.writeAuth(file)
  const transports = await Promise.all([1, 2].map(() => transportOf(desk, { provider: 'nous' })))
  await Promise.all(transports.map(ask))
  const renewals = authorization.to('/api/oauth/token').filter(({ body }) => body.grant_type === 'refresh_token')
  expect(renewals).toHaveLength(1)
  const sent = server.requests.map(({ headers }) => headers.authorization)
  expect(new Set(sent).size).toBe(1)
  const [kept] = JSON.parse(await desk.text()).credential_pool.nous
  expect(sent[0]).toBe(`Bearer ${kept.access_token}`)
  expect(kept).toMatchObject({ base_url: server.baseUrl, issuer: authorization.issuer })
})

test('names the login command for a revoked login, and uses the next credential', async () => {
  await using server = await startFakeProvider({ script: () => text('ok') })
  await using authorization = await startFakeAuthorization()
  const desk = await openDesk()
  await desk.manager.login('nous', {
    issuer: authorization.issuer,
    baseUrl: server.baseUrl,
    prompter: { showCode: async () => undefined, showPage: async () => undefined },
    signal: new AbortController().signal,
  })
  const file = JSON.parse(await desk.text())
  file.credential_pool.nous[0].expires_at_ms = Date.now() - 1000
  await desk.writeAuth(file)
  authorization.revokeAll()
  const failing = ask(await transportOf(desk, { provider: 'nous' }))
  await expect(failing).rejects.toMatchObject({
    kind: 'auth',
    remedy: { type: 'log-in', provider: 'nous' },
  })
  await desk.manager.add('nous', 'spare', { baseUrl: server.baseUrl })
  const [spare] = await desk.manager.list('nous')
  await desk.manager.move('nous', spare?.id ?? '', 2)
  expect(await ask(await transportOf(desk, { provider: 'nous' }))).toBe('ok')
  expect(server.requests.at(-1)?.headers.authorization).toBe('Bearer spare')
})
