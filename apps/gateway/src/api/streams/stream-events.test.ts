import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { toListener } from '../../serving/to-listener.js'
import { type EventStream, streamEvents } from './stream-events.js'

/** Starts a server that answers with what `write` sends. */
async function serve(write: (stream: EventStream) => Promise<void>, keepAliveMs?: number) {
  const logged: unknown[] = []
  const logger = { log: (...line: readonly unknown[]) => void logged.push(line) }
  const app = new Hono().get('/', (context) => streamEvents(context, { logger, keepAliveMs }, write))
  const server = createServer(toListener(app))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, logged }
}

test('sends events as readers of event streams expect them', async () => {
  const { url } = await serve(async ({ send }) => {
    await send({ data: '{"a":1}' })
    await send({ event: 'run.started', id: '7', data: '{"text":"é"}' })
  })
  const response = await fetch(url)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect(await response.text()).toBe('data: {"a":1}\n\nevent: run.started\ndata: {"text":"é"}\nid: 7\n\n')
})

test('sends comments while nothing happens', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { url } = await serve(() => promise, 1)
  let seen = ''
  for await (const chunk of (await fetch(url)).body ?? []) {
    seen += Buffer.from(chunk).toString()
    if (seen.includes(': keep-alive\n\n: keep-alive\n\n')) resolve()
  }
  expect(seen.replaceAll(': keep-alive\n\n', '')).toBe('')
})

test('waits for a client that reads slowly, and stops waiting when it leaves', async () => {
  const { promise: ended, resolve } = Promise.withResolvers<number>()
  const data = `"${'x'.repeat(100_000)}"`
  const { url } = await serve(async ({ left, send }) => {
    let count = 0
    for (; count < 10_000 && !left.aborted; count++) await send({ data })
    resolve(count)
  })
  const leaving = new AbortController()
  const response = await fetch(url, { signal: leaving.signal })
  await response.body?.getReader().read()
  leaving.abort()
  expect(await ended).toBeLessThan(10_000)
})

test('ends with an error that keeps its reason for the log', async () => {
  const { url, logged } = await serve(async ({ send }) => {
    await send({ data: '1' })
    throw new Error('The table "secrets" is gone.')
  })
  const body = await (await fetch(url)).text()
  expect(body).toMatch(/^data: 1\n\ndata: \{"error":\{.*"code":"internal_error"\}\}\n\n$/)
  expect(body).not.toContain('secrets')
  expect(JSON.stringify(logged)).toContain('secrets')
})
