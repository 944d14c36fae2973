import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener, request } from 'node:http'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { json } from 'node:stream/consumers'
import { isRecord } from '@hermes/safety'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { build } from 'esbuild'
import { expect, onTestFinished, test } from 'vitest'

const browser = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap((folder) => ['chromium', 'chromium-browser', 'google-chrome'].map((name) => join(folder, name)))
  .find((path) => isExecutable(path))

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    // Nothing is installed at this path.
    return false
  }
}

/** Page that calls a tool, returns its result, and reports all events to its own server. */
const program = (provider: string) => `
import { createOpenAIChatFetchTransport } from './index.ts'
async function run() {
  const transport = createOpenAIChatFetchTransport({ baseUrl: ${JSON.stringify(provider)}, apiKey: 'key' })
  const tools = [{ name: 'weather', description: 'The weather.', parameters: { type: 'object', properties: {} } }]
  const messages = [{ role: 'user', content: 'How is the weather, 世界?' }]
  const events = []
  for (let turn = 0; turn < 2; turn++) {
    const { signal } = new AbortController()
    for await (const event of transport.stream({ model: 'm', system: 'Be brief.', messages, tools }, { signal })) {
      events.push(event)
      if (event.type !== 'finish') continue
      messages.push(event.message)
      for (const { id } of event.message.tool_calls ?? []) messages.push({ role: 'tool', tool_call_id: id, content: 'Sun ☀' })
    }
  }
  return { events }
}
const report = await run().catch((error) => ({ error: String(error?.stack ?? error) }))
await fetch('/report', { method: 'POST', body: JSON.stringify(report) })`

const title = browser === undefined ? 'skipped: there is no Chromium' : 'streams and calls tools in Chromium'

test.skipIf(browser === undefined)(title, { timeout: 120_000 }, async () => {
  await using provider = await startFakeProvider({ script: [call('weather', { city: 'Köln' }), text('Sunny, 世界.')] })
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const origins: string[] = []
  const other = await listen((incoming, response) => {
    // Act as a cross-origin server that allows requests from the page.
    const { origin, 'access-control-request-headers': wanted } = incoming.headers
    if (origin !== undefined) origins.push(`${incoming.method} ${origin}`)
    response.setHeader('access-control-allow-origin', origin ?? '')
    if (incoming.method === 'OPTIONS') {
      response
        .setHeader('access-control-allow-headers', wanted ?? '')
        .writeHead(204)
        .end()
      return
    }
    const { origin: _, host: __, ...headers } = incoming.headers
    const target = new URL(incoming.url ?? '', provider.baseUrl)
    const asked = request(target, { method: incoming.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    incoming.pipe(asked.on('error', reject))
  })
  const { outputFiles } = await build({
    stdin: { contents: program(`${other}/v1`), resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    platform: 'browser',
    format: 'esm',
    conditions: ['@hermes/source'],
    write: false,
    logLevel: 'silent',
  })
  const page = await listen((incoming, response) => {
    if (incoming.url === '/report') {
      json(incoming).then(resolve, reject)
      response.end()
    } else if (incoming.url === '/program.js') {
      response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(outputFiles[0]?.text)
    } else {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<script type="module" src="/program.js"></script>')
    }
  })
  await openPage(`${page}/`, reject)

  const report = await promise
  expect(report).not.toHaveProperty('error')
  const events = isRecord(report) && Array.isArray(report.events) ? report.events.filter(isRecord) : []
  expect(events.filter(({ type }) => type === 'finish')).toMatchObject([
    {
      reason: 'tool-calls',
      message: { tool_calls: [{ function: { name: 'weather', arguments: '{"city":"Köln"}' } }] },
    },
    { reason: 'stop', message: { content: 'Sunny, 世界.' } },
  ])
  expect(events.map(({ type }) => type)).toContain('text-delta')
  expect(origins).toEqual(expect.arrayContaining([`OPTIONS ${page}`, `POST ${page}`]))
})

/** Starts a server and returns its loopback URL. */
async function listen(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return `http://127.0.0.1:${address.port}`
}

async function openPage(url: string, onFailure: (error: Error) => void): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-chromium-'))
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--no-first-run',
    '--mute-audio',
  ]
  const child = spawn(browser ?? '', [...flags, '--disable-background-networking', `--user-data-dir=${folder}`, url], {
    stdio: 'ignore',
    env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder },
    // A separate process group, so that the browser can be killed with all of its processes.
    detached: true,
  })
  const ended = once(child, 'exit')
  child.once('error', onFailure)
  child.once('exit', (code) => onFailure(new Error(`Chromium ended with ${code}.`)))
  onTestFinished(async () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
}
