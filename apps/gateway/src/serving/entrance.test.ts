import { once } from 'node:events'
import { type IncomingMessage, type RequestListener, request } from 'node:http'
import { silentLogger } from '@hermes/core'
import { expect, onTestFinished, test } from 'vitest'
import { createRequestCounts } from '../api/metrics/request-counts.js'
import { createProbes } from '../api/probes.js'
import { createEntrance } from './entrance.js'
import { listen } from './listen.js'

interface World {
  readonly load?: () => Promise<RequestListener>
  readonly origins?: readonly string[]
  readonly readiness?: () => Promise<string | undefined>
}

const api: RequestListener = ({ method, url }, response) => void response.end(`the API got ${method} ${url}`)

/** Opens an entrance on a free port. Its API is loaded when the test allows it. */
async function open({ load, origins = [], readiness = async () => undefined }: World = {}) {
  const loaded = Promise.withResolvers<RequestListener>()
  let loads = 0
  const requests = createRequestCounts()
  const { answer } = createEntrance({
    host: '127.0.0.1',
    origins,
    probes: createProbes({ conversations: { isClosing: false }, readiness }),
    requests,
    load: () => {
      loads += 1
      return load?.() ?? loaded.promise
    },
    logger: silentLogger,
  })
  const { url, close } = await listen(answer, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => close({ graceMs: 0 }))
  return { url, requests, loads: () => loads, finishLoading: (listener = api) => loaded.resolve(listener) }
}

test('answers probes without the API, and counts them', async () => {
  const { url, loads, requests } = await open()
  for (const path of ['/livez', '/health', '/v1/health', '/readyz']) {
    const response = await fetch(url + path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual({ status: 'ok' })
  }
  expect(requests.counts).toMatchObject([
    { method: 'GET', route: '/livez', status: 200, count: 1 },
    { route: '/health' },
    { route: '/v1/health' },
    { route: '/readyz' },
  ])
  expect(loads()).toBe(0)
})

test('says why turns cannot run', async () => {
  const { url } = await open({ readiness: async () => 'No provider is configured.' })
  const response = await fetch(`${url}/readyz`)
  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({ status: 'not-ready', reason: 'No provider is configured.' })
})

test('holds requests until the API is loaded, and still answers probes', async () => {
  const { url, loads, finishLoading } = await open()
  const answers = Promise.all(['/v1/models', '/v1/runs'].map(async (path) => (await fetch(url + path)).text()))
  await expect.poll(loads).toBe(1)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  finishLoading()
  expect(await answers).toEqual(['the API got GET /v1/models', 'the API got GET /v1/runs'])
  expect(loads()).toBe(1)
})

test('gives the API the body of a held request', async () => {
  const { url, loads, finishLoading } = await open()
  const answer = fetch(`${url}/v1/runs`, { method: 'POST', body: 'x'.repeat(200_000) })
  await expect.poll(loads).toBe(1)
  finishLoading(async (request, response) => {
    let bytes = 0
    for await (const chunk of request) bytes += chunk.length
    response.end(`${bytes}`)
  })
  expect(await (await answer).text()).toBe('200000')
})

test.each<[string, World, Parameters<typeof request>[1]]>([
  ['has another method', {}, { method: 'HEAD' }],
  ['comes from a web page', {}, { headers: { origin: 'http://page.test' } }],
  ['asks for another host', {}, { headers: { host: 'evil.test' } }],
  ['may come from a web page', { origins: ['http://page.test'] }, {}],
])('leaves a probe to the API that %s', async (_name, world, options) => {
  const { url, loads } = await open({
    ...world,
    load: async () => (_request, response) => response.writeHead(418).end(),
  })
  const asked = request(`${url}/livez`, options ?? {})
  asked.end()
  const [response]: IncomingMessage[] = await once(asked, 'response')
  response?.resume()
  expect(response?.statusCode).toBe(418)
  expect(loads()).toBe(1)
})

test('leaves a failing probe to the API', async () => {
  const { url } = await open({
    readiness: () => Promise.reject(new Error('gone')),
    load: async () => (_request, response) => response.writeHead(500).end('reported'),
  })
  expect(await (await fetch(`${url}/readyz`)).text()).toBe('reported')
})

test('does not pass on a request whose client has left', async () => {
  const passedOn: (string | undefined)[] = []
  const { url, loads, finishLoading } = await open()
  const left = request(`${url}/left`)
  left.on('error', () => undefined)
  left.end()
  await expect.poll(loads).toBe(1)
  const isClosed = new Promise((resolve) => left.once('close', resolve))
  left.destroy()
  await isClosed
  // The answer shows that the server has noticed the end of the other connection.
  await fetch(`${url}/livez`)
  const waits = fetch(`${url}/waits`)
  finishLoading((asked, response) => {
    passedOn.push(asked.url)
    response.end()
  })
  await waits
  expect(passedOn).toEqual(['/waits'])
})

test('refuses requests if the API cannot be loaded', async () => {
  const { url, loads } = await open({ load: () => Promise.reject(new Error('The file is gone.')) })
  for (let index = 0; index < 2; index++) {
    const response = await fetch(`${url}/v1/models`)
    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({ error: { message: 'The API could not be loaded.' } })
  }
  expect(loads()).toBe(1)
})
