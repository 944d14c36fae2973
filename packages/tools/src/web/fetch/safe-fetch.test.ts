import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { createGzip, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { startWebServer } from '../../../testing/web-server.js'
import { safeFetch } from './safe-fetch.js'
import { type SendRequest, sendRequest } from './send-request.js'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

const publicAddress = '93.184.215.14'

/** Creates a stubbed network with redirects by URL, and a record of the addresses that sockets connected to. */
function stubNetwork(redirects: Readonly<Record<string, string>> = {}) {
  const connected: string[] = []
  const send: SendRequest = async ({ url, address }) => {
    connected.push(address)
    const location = redirects[url.href]
    return { status: location ? 302 : 200, headers: { location }, body: Readable.from([]) }
  }
  return { connected, send }
}

test('returns a page with its status, type and bytes', async () => {
  const { url, fetching } = await startWebServer((_, response) => {
    response.writeHead(200, { 'content-type': 'Text/HTML; charset="UTF-8"' }).end('<p>hello</p>')
  })
  const page = await safeFetch(url('/page'), fetching)
  expect(page).toMatchObject({ status: 200, mediaType: 'text/html', charset: 'UTF-8', isCut: false })
  expect(Buffer.from(page.bytes).toString()).toBe('<p>hello</p>')
})

test('sends the host but no credentials, cookies or referrer, even after a redirect', async () => {
  const seen: IncomingMessage[] = []
  const { url, fetching, port } = await startWebServer((request, response) => {
    seen.push(request)
    if (request.url === '/') response.writeHead(302, { location: '/next?x=1', 'set-cookie': 'session=1' }).end()
    else response.end('done')
  })
  await safeFetch(url('/', 'user:secret@site.example'), fetching)
  expect(seen.map((request) => request.url)).toEqual(['/', '/next?x=1'])
  for (const { headers } of seen) {
    expect(headers.host).toBe(`site.example:${port}`)
    expect(headers).not.toHaveProperty('authorization')
    expect(headers).not.toHaveProperty('cookie')
    expect(headers).not.toHaveProperty('referer')
  }
})

test('refuses this machine, even without a stub', async () => {
  let requests = 0
  const { port } = await startWebServer((_, response) => {
    requests++
    response.end()
  })
  for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433']) {
    await expect(safeFetch(`http://${host}:${port}/`)).rejects.toMatchObject({ code: 'web/refused' })
  }
  expect(requests).toBe(0)
})

test('refuses a name when one of its addresses is private', async () => {
  const { connected, send } = stubNetwork()
  const resolve = async () => [publicAddress, '10.0.0.1']
  await expect(safeFetch('https://mixed.example/', { resolve, send })).rejects.toThrow(
    'https://mixed.example/ is a name that leads to 10.0.0.1, a private address: web tools reach public http and https addresses only.',
  )
  expect(connected).toEqual([])
})

test('connects to the judged address when the answer for a name changes', async () => {
  const answers = [[publicAddress], ['127.0.0.1']]
  const { connected, send } = stubNetwork()
  await safeFetch('http://rebind.example/', { resolve: async () => answers.shift() ?? [], send })
  expect(connected).toEqual([publicAddress])
})

test('refuses a name whose answer changes between two hops', async () => {
  const answers = [[publicAddress], ['169.254.169.254']]
  const { connected, send } = stubNetwork({ 'http://rebind.example/': '/again' })
  const fetched = safeFetch('http://rebind.example/', { resolve: async () => answers.shift() ?? [], send })
  await expect(fetched).rejects.toThrow('rebind.example redirects to /again is a name that leads to 169.254.169.254')
  expect(connected).toEqual([publicAddress])
})

test.each([
  'http://127.0.0.1/',
  '//127.0.0.1/',
  'http://0x7f.1/',
  'http://[::1]/',
  'http://localhost:8080/',
  'http://metadata.google.internal/',
  'file:///etc/passwd',
  'ftp://site.example/',
  'javascript:alert(1)',
  'data:text/plain,x',
])('refuses a redirect to %s', async (location) => {
  const { connected, send } = stubNetwork({ 'https://site.example/': location })
  const fetched = safeFetch('https://site.example/', { resolve: async () => [publicAddress], send })
  await expect(fetched).rejects.toMatchObject({ code: 'web/refused' })
  expect(connected).toEqual([publicAddress])
})

test('follows five redirects but not six', async () => {
  const chain = (length: number) =>
    Object.fromEntries(Array.from({ length }, (_, index) => [`http://site.example/${index}`, `/${index + 1}`]))
  const resolve = async () => [publicAddress]
  const page = await safeFetch('http://site.example/0', { resolve, send: stubNetwork(chain(5)).send })
  expect(page.url.href).toBe('http://site.example/5')
  await expect(safeFetch('http://site.example/0', { resolve, send: stubNetwork(chain(6)).send })).rejects.toMatchObject(
    {
      code: 'web/redirect',
    },
  )
})

test('tries the next address when one does not respond', async () => {
  const { url, fetching } = await startWebServer((_, response) => response.end('here'))
  const tried: string[] = []
  const page = await safeFetch(url('/'), {
    resolve: async () => ['93.184.215.14', '93.184.215.15'],
    send: (request) => {
      tried.push(request.address)
      return tried.length === 1 ? Promise.reject(new Error('ECONNREFUSED')) : (fetching.send ?? sendRequest)(request)
    },
  })
  expect(Buffer.from(page.bytes).toString()).toBe('here')
  expect(tried).toEqual(['93.184.215.14', '93.184.215.15'])
})

test('reports a name that does not resolve', async () => {
  const resolve = () => Promise.reject(new Error('ENOTFOUND'))
  await expect(safeFetch('http://nowhere.example/', { resolve })).rejects.toThrow(
    'The name nowhere.example has no address: check its spelling.',
  )
})

test('reads an endless body up to the limit and closes the connection', async () => {
  const closed = Promise.withResolvers<void>()
  const piece = Buffer.alloc(65_536, 'x')
  const { url, fetching } = await startWebServer((_, response) => {
    response.on('close', closed.resolve)
    Readable.from(endless(piece)).on('error', closed.resolve).pipe(response)
  })
  const page = await safeFetch(url('/'), { ...fetching, limits: { bodyBytes: 1_000_000 } })
  expect(page.bytes).toHaveLength(1_000_000)
  expect(page.isCut).toBe(true)
  await closed.promise
})

function* endless(piece: Buffer, count = Number.POSITIVE_INFINITY) {
  for (let index = 0; index < count; index++) yield piece
}

test('a decompression bomb of 1 GB uses bounded memory', async () => {
  const { url, fetching } = await startWebServer((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/plain' })
    const bomb = Readable.from(endless(Buffer.alloc(1_000_000), 1_000)).pipe(createGzip({ level: 1 }))
    response.on('close', () => bomb.destroy())
    bomb.pipe(response)
  })
  const before = process.memoryUsage().arrayBuffers
  const page = await safeFetch(url('/'), { ...fetching, limits: { bodyBytes: 5_000_000 } })
  expect(page).toMatchObject({ isCut: true })
  expect(page.bytes).toHaveLength(5_000_000)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64_000_000)
})

test('decompresses pages', async () => {
  const { url, fetching } = await startWebServer((request, response) => {
    expect(request.headers['accept-encoding']).toContain('gzip')
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('plain words'))
  })
  expect(Buffer.from((await safeFetch(url('/'), fetching)).bytes).toString()).toBe('plain words')
})

const damaged: Readonly<Record<string, Handler>> = {
  'that is not gzip': (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip at all'),
  'in an encoding that was not requested': (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end('x'),
  'that is truncated': (_, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('only this', () => response.destroy())
  },
}

test.each(Object.entries(damaged))('explains a page %s', async (_, answer) => {
  const { url, fetching } = await startWebServer(answer)
  await expect(safeFetch(url('/'), fetching)).rejects.toMatchObject({ code: 'web/unreadable' })
})

test('does not read a body of an unwanted type', async () => {
  const { url, fetching } = await startWebServer((_, response) => {
    // Never ended, so reading it would wait forever.
    response.writeHead(200, { 'content-type': 'video/mp4' }).write('frames')
  })
  const fetched = safeFetch(url('/film'), { ...fetching, accepts: (type) => type.startsWith('text/') })
  await expect(fetched).rejects.toThrow('is video/mp4, which cannot be read as text')
})

const slow: Readonly<Record<string, Handler>> = {
  'never answers': () => undefined,
  drips: (_, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(timer))
  },
}

test.each(Object.entries(slow))('gives up on a server that %s', async (_, answer) => {
  const { url, fetching } = await startWebServer(answer)
  await expect(safeFetch(url('/'), { ...fetching, limits: { totalMs: 300 } })).rejects.toThrow(
    'took longer than 0.3 seconds',
  )
})

test('rejects with the reason of an abort, even during a name lookup', async () => {
  const reason = new Error('enough')
  const { url, fetching } = await startWebServer((_, response) => void response.writeHead(200).write('begin'))
  const reading = new AbortController()
  const abort = () => {
    reading.abort(reason)
    return true
  }
  await expect(safeFetch(url('/'), { ...fetching, accepts: abort, signal: reading.signal })).rejects.toBe(reason)

  const waiting = new AbortController()
  const lookup = safeFetch('http://slow.example/', {
    resolve: () => new Promise(() => queueMicrotask(() => waiting.abort(reason))),
    signal: waiting.signal,
  })
  await expect(lookup).rejects.toBe(reason)
})

test('works with a real resolver and a real socket', async () => {
  const seen: string[] = []
  const { port } = await startWebServer((_, response) => response.end('inside'))
  onTestFinished(() => expect(seen).toEqual([]))
  const send: SendRequest = (request) => {
    seen.push(request.address)
    return sendRequest(request)
  }
  const resolve = async () => ['127.0.0.1']
  await expect(safeFetch(`http://looks-public.example:${port}/`, { resolve, send })).rejects.toMatchObject({
    code: 'web/refused',
  })
})
