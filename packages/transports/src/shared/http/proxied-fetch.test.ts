import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { gzipSync } from 'node:zlib'
import { TransportError } from '@hermes/core'
import { expect, test } from 'vitest'
import { createAuthority, createIdentity } from '../../../testing/certificates.js'
import { startProxy, startSocksProxy } from '../../../testing/local-proxy.js'
import { serveLocally, serveSecurely } from '../../../testing/local-server.js'
import { fetchFromVariables } from './fetch-from-variables.js'
import { createProxiedFetch } from './proxied-fetch.js'
import { proxyFromVariables } from './proxy-for.js'

interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** Starts a server that is reachable only through a proxy, and records its requests. */
async function serveBehindProxy(answer: (path: string) => Answer = () => ({})) {
  const asked: (Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { readonly body: string })[] = []
  const target = await serveLocally(async (incoming, response) => {
    const { method, url = '', headers } = incoming
    const pieces: Buffer[] = await Array.fromAsync(incoming)
    asked.push({ method, url, headers, body: Buffer.concat(pieces).toString() })
    const { status = 200, headers: own = {}, body = '' } = answer(url)
    response.writeHead(status, own).end(body)
  })
  const proxy = await startProxy({ target })
  return { asked, target, proxy, fetch: fetchFromVariables({ HTTP_PROXY: `http://${proxy.host}` }) }
}

const failureOf = (asking: Promise<unknown>) =>
  asking.then(
    () => undefined,
    (error: unknown) => error,
  )

test('calls https servers through a reused tunnel, in which the proxy sees only the host', async () => {
  const authority = await createAuthority()
  const identity = await createIdentity({ hosts: ['service.example'], authority })
  const target = await serveSecurely(identity, (incoming, response) => response.end(incoming.headers.authorization))
  const proxy = await startProxy({ target, credentials: 'me:secret' })
  const proxyFor = proxyFromVariables({ HTTPS_PROXY: `http://me:secret@${proxy.host}` }) ?? (() => undefined)
  const fetch = createProxiedFetch({ proxyFor, tls: { ca: authority.cert } })
  for (let count = 0; count < 2; count++) {
    const response = await fetch('https://service.example/secret-path', {
      headers: { authorization: 'Bearer key-123' },
    })
    expect([response.status, await response.text()]).toEqual([200, 'Bearer key-123'])
    expect(response.url).toBe('https://service.example/secret-path')
  }
  expect(proxy.asked.map(({ line }) => line)).toEqual(['CONNECT service.example:443'])
  expect(JSON.stringify(proxy.asked)).not.toMatch(/key-123|secret-path/)
})

test('accepts requests in every form that fetch accepts', async () => {
  const { asked, fetch } = await serveBehindProxy()
  const form = new FormData()
  form.append('file', new Blob(['voice']), 'voice.ogg')
  await fetch(new URL('http://service.example/get'))
  await fetch('http://service.example/json', { method: 'POST', body: '{"a":1}', headers: { 'x-own': 'yes' } })
  await fetch('http://service.example/form', { method: 'POST', body: form })
  await fetch(
    new Request('http://service.example/stream', {
      method: 'PUT',
      body: new Blob(['streamed']).stream(),
      duplex: 'half',
    }),
  )
  await fetch('http://service.example/head', { method: 'HEAD' })
  expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /get',
    'POST /json',
    'POST /form',
    'PUT /stream',
    'HEAD /head',
  ])
  const [get, json, ofForm, stream] = asked
  expect(get?.headers).not.toHaveProperty('content-length')
  expect(json).toMatchObject({ body: '{"a":1}', headers: { 'x-own': 'yes', host: 'service.example' } })
  expect(ofForm?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  expect(ofForm?.body).toContain('filename="voice.ogg"')
  expect(stream?.body).toBe('streamed')
})

test('returns responses like those of fetch', async () => {
  const answers: Record<string, Answer> = {
    '/zip': { headers: { 'content-encoding': 'gzip', 'x-name': 'value' }, body: gzipSync('unpacked') },
    '/empty': { status: 204 },
    '/missing': { status: 404, body: 'nothing here' },
  }
  const { fetch } = await serveBehindProxy((path) => answers[path] ?? {})
  const zip = await fetch('http://service.example/zip')
  expect([await zip.text(), zip.headers.get('x-name'), zip.ok]).toEqual(['unpacked', 'value', true])
  expect((await fetch('http://service.example/empty')).status).toBe(204)
  const missing = await fetch('http://service.example/missing')
  expect([missing.ok, missing.status, await missing.text()]).toEqual([false, 404, 'nothing here'])
})

test('routes a redirect by its target, and does not send the key along', async () => {
  const direct = await serveLocally((incoming, response) => response.end(JSON.stringify(incoming.headers)))
  const { asked, proxy, fetch } = await serveBehindProxy((path) => {
    if (path === '/same') return { status: 307, headers: { location: '/elsewhere' } }
    return path === '/elsewhere' ? { status: 303, headers: { location: `${direct}/end` } } : {}
  })
  const response = await fetch('http://service.example/same', {
    method: 'POST',
    body: 'words',
    headers: { authorization: 'Bearer key-123', 'content-type': 'text/plain' },
  })
  expect(asked.map(({ url, body, headers }) => [url, body, headers.authorization])).toEqual([
    ['/same', 'words', 'Bearer key-123'],
    ['/elsewhere', 'words', 'Bearer key-123'],
  ])
  const last: unknown = await response.json()
  expect(last).not.toHaveProperty('authorization')
  expect(last).not.toHaveProperty('content-type')
  expect(proxy.asked).toHaveLength(2)
})

test('returns redirects, or fails on them, as the request specifies', async () => {
  const { asked, fetch } = await serveBehindProxy(() => ({ status: 302, headers: { location: '/again' } }))
  const response = await fetch('http://service.example/', { redirect: 'manual' })
  expect([response.status, response.headers.get('location')]).toEqual([302, '/again'])
  await expect(fetch('http://service.example/', { redirect: 'error' })).rejects.toThrow(TypeError)
  expect(asked).toHaveLength(2)
  await expect(fetch('http://service.example/')).rejects.toMatchObject({ cause: { message: /more than 20 times/ } })
})

test('calls this machine and the hosts in NO_PROXY directly', async () => {
  const { target, proxy } = await serveBehindProxy()
  const fetch = fetchFromVariables({ HTTP_PROXY: `http://${proxy.host}`, NO_PROXY: '.internal.invalid' })
  expect((await fetch(target)).status).toBe(200)
  await failureOf(fetch('http://wiki.internal.invalid/'))
  expect(proxy.asked).toEqual([])
})

test('calls through a SOCKS proxy', async () => {
  const target = await serveLocally((_, response) => response.end('found'))
  const proxy = await startSocksProxy(target)
  const fetch = fetchFromVariables({ ALL_PROXY: `socks5h://${proxy.host}` })
  expect(await (await fetch('http://service.example/')).text()).toBe('found')
  expect(proxy.asked).toEqual(['service.example'])
})

test('names the proxy that failed, in a TypeError like that of fetch', async () => {
  const refusing = await startProxy({ target: 'http://127.0.0.1:1', refuse: 403 })
  const refused = await failureOf(fetchFromVariables({ HTTPS_PROXY: refusing.host })('https://service.example/'))
  const gone = await failureOf(fetchFromVariables({ HTTPS_PROXY: '127.0.0.1:1' })('https://service.example/'))
  for (const error of [refused, gone]) expect(error).toBeInstanceOf(TypeError)
  expect(refused).toMatchObject({ cause: { status: 403, message: /does not connect to service\.example/ } })
  expect(gone).toMatchObject({ cause: { message: /gives no connection .*HTTPS_PROXY/ } })
  if (gone instanceof Error) expect(TransportError.is(gone.cause)).toBe(true)
})

test('rejects with the reason of the signal, before and during a response', async () => {
  const reason = new Error('enough')
  const asked = Promise.withResolvers<void>()
  const target = await serveLocally((incoming, response) => {
    if (incoming.url === '/part') response.write('part')
    asked.resolve()
  })
  const proxy = await startProxy({ target })
  const fetch = fetchFromVariables({ HTTP_PROXY: proxy.host })
  const before = new AbortController()
  const waiting = fetch('http://service.example/silent', { signal: before.signal })
  await asked.promise
  before.abort(reason)
  await expect(waiting).rejects.toBe(reason)
  await expect(fetch('http://service.example/', { signal: before.signal })).rejects.toBe(reason)
  const during = new AbortController()
  const response = await fetch('http://service.example/part', { signal: during.signal })
  const reading = response.text()
  during.abort(reason)
  await expect(reading).rejects.toBe(reason)
})

test('closes the connection when the body is canceled', async () => {
  const closed = Promise.withResolvers<void>()
  const target = await serveLocally((_, response) => {
    response.write('part')
    void once(response, 'close').then(() => closed.resolve())
  })
  const proxy = await startSocksProxy(target)
  const response = await fetchFromVariables({ ALL_PROXY: `socks5h://${proxy.host}` })('http://service.example/')
  await response.body?.cancel()
  await closed.promise
})

test('does not repeat a request with side effects after its connection broke', async () => {
  let count = 0
  const target = await serveLocally((incoming, response) => {
    count += 1
    if (incoming.url === '/break') incoming.socket.destroy()
    else response.end('ok')
  })
  const proxy = await startSocksProxy(target)
  const fetch = fetchFromVariables({ ALL_PROXY: `socks5h://${proxy.host}` })
  await (await fetch('http://service.example/')).text()
  await expect(fetch('http://service.example/break', { method: 'POST', body: 'x' })).rejects.toThrow('fetch failed')
  expect(count).toBe(2)
})
