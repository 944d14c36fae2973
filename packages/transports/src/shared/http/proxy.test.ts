import { TransportError } from '@hermes/core'
import { startFakeProvider, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createAuthority, createIdentity } from '../../../testing/certificates.js'
import { startProxy, startSocksProxy } from '../../../testing/local-proxy.js'
import { serveLocally, serveSecurely } from '../../../testing/local-server.js'
import { createOpenAIChatTransport } from '../../openai-chat/index.js'
import { isUnreachable } from '../../wrap/is-unreachable.js'
import { createNodeSend } from './node-client.js'
import { proxyFromVariables } from './proxy-for.js'

const signal = new AbortController().signal
const request = { model: 'm', system: '', messages: [{ role: 'user', content: 'Hello' }], tools: [] } as const

function transportBehind(variables: Record<string, string>, baseUrl: string) {
  const proxyFor = proxyFromVariables(variables)
  return createOpenAIChatTransport({ baseUrl, apiKey: 'sk-key-123', ...(proxyFor && { proxyFor }) })
}

async function failureOf(variables: Record<string, string>, baseUrl: string): Promise<TransportError> {
  const stream = transportBehind(variables, baseUrl).stream(request, { signal })
  const error: unknown = await Array.fromAsync(stream).catch((failure) => failure)
  if (!TransportError.is(error)) throw new Error('the call did not fail')
  return error
}

/** Starts an HTTPS server that is reachable only through a proxy. */
async function serveHidden() {
  const authority = await createAuthority()
  const identity = await createIdentity({ hosts: ['provider.example'], authority })
  const origin = await serveSecurely(identity, (incoming, response) => response.end(incoming.headers.authorization))
  return { origin, ca: authority.cert }
}

test('calls https through a reused tunnel, so that the proxy sees the host but neither key nor path', async () => {
  const { origin, ca } = await serveHidden()
  const proxy = await startProxy({ target: origin, credentials: 'me:pa ss%' })
  const proxyFor = proxyFromVariables({ HTTPS_PROXY: `http://me:pa%20ss%25@${proxy.host}` })
  const send = createNodeSend({ proxyFor, tls: { ca } })
  for (let count = 0; count < 2; count++) {
    const url = 'https://provider.example/v1/secret-path'
    const { status, body } = await send({ url, headers: { authorization: 'Bearer sk-key-123' }, body: 'ask', signal })
    expect([status, String(await body.read())]).toEqual([200, 'Bearer sk-key-123'])
    expect(await body.read()).toBeUndefined()
  }
  expect(proxy.asked.map(({ line }) => line)).toEqual(['CONNECT provider.example:443'])
  expect(JSON.stringify(proxy.asked)).not.toMatch(/sk-key-123|secret-path/)
})

test('sends a call to http to the proxy, with the proxy credentials', async () => {
  await using provider = await startFakeProvider({ script: [text('one'), text('two')] })
  const proxy = await startProxy({ target: provider.baseUrl, credentials: 'me:secret' })
  const transport = transportBehind({ http_proxy: `http://me:secret@${proxy.host}` }, 'http://provider.example:8080/v1')
  for (const words of ['one', 'two']) {
    const events = await Array.fromAsync(transport.stream(request, { signal }))
    expect(events.at(-1)).toMatchObject({ type: 'finish', message: { content: words } })
  }
  expect(proxy.asked.map(({ line }) => line)).toEqual(
    Array(2).fill('POST http://provider.example:8080/v1/chat/completions'),
  )
})

test('leaves resolving the host to a SOCKS proxy', async () => {
  await using provider = await startFakeProvider({ script: text('found') })
  const proxy = await startSocksProxy(provider.baseUrl)
  const transport = transportBehind({ ALL_PROXY: `socks5h://${proxy.host}` }, 'http://provider.example/v1')
  const events = await Array.fromAsync(transport.stream(request, { signal }))
  expect(events.at(-1)).toMatchObject({ type: 'finish', message: { content: 'found' } })
  expect(proxy.asked).toEqual(['provider.example'])
})

test.each(['http', 'https'])('names a proxy that rejects credentials for %s, but hides them', async (scheme) => {
  const proxy = await startProxy({ target: 'http://127.0.0.1:1', credentials: 'me:right' })
  const address = `http://me:wrong-secret@${proxy.host}`
  const error = await failureOf({ [`${scheme}_proxy`]: address }, `${scheme}://provider.example/v1`)
  expect(error).toMatchObject({ kind: 'network', status: 407 })
  expect(error.message).toContain(`The proxy ${proxy.host} asks for a user name and password`)
  expect(`${error.message} ${JSON.stringify(error)} ${String(error.cause)}`).not.toContain('wrong-secret')
  expect(isUnreachable(error)).toBe(true)
})

test('names a proxy that refuses to connect', async () => {
  const proxy = await startProxy({ target: 'http://127.0.0.1:1', refuse: 403 })
  const error = await failureOf({ HTTPS_PROXY: proxy.host }, 'https://provider.example/v1')
  expect(error).toMatchObject({ kind: 'network', status: 403 })
  expect(error.message).toMatch(/^The proxy .* does not connect to provider\.example \(403\)/)
})

test.each(['http://', 'socks5h://'])('names an unreachable proxy instead of the provider: %s', async (scheme) => {
  const error = await failureOf({ ALL_PROXY: `${scheme}127.0.0.1:1` }, 'https://provider.example/v1')
  expect(error.kind).toBe('network')
  expect(error.message).toMatch(/^The proxy 127\.0\.0\.1:1 gives no connection .*ECONNREFUSED.*NO_PROXY/)
})

test('attributes certificate errors behind a tunnel to the server', async () => {
  const { origin } = await serveHidden()
  const proxy = await startProxy({ target: origin })
  const error = await failureOf({ HTTPS_PROXY: `http://${proxy.host}` }, 'https://provider.example/v1')
  expect(error.message).toMatch(/^The certificate of provider\.example /)
})

test('aborts a call that is waiting for the proxy', async () => {
  const silent = await serveLocally(() => undefined)
  const abort = new AbortController()
  const stream = transportBehind({ HTTP_PROXY: silent }, 'http://provider.example/v1').stream(request, {
    signal: abort.signal,
  })
  const asking = Array.fromAsync(stream)
  abort.abort('enough')
  await expect(asking).rejects.toBe('enough')
})

test('rejects an unsupported proxy protocol', async () => {
  const proxyFor = proxyFromVariables({ ALL_PROXY: 'ftp://proxy.example' })
  const asking = createNodeSend({ proxyFor })({ url: 'http://provider.example', headers: {}, body: '', signal })
  await expect(asking).rejects.toThrow(/protocol of the proxy proxy\.example is not supported/)
})
