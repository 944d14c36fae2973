import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import type { Embedder } from '@hermes/core'
import { startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test, vi } from 'vitest'
import { tempFolder, tempHome } from '../../../testing/temp-home.js'
import { loadConfig } from '../../config/load/load-config.js'
import { createRuntime } from '../../create-runtime.js'
import type { ConfigInput } from '../../schema/config-schema.js'
import { createEmbedder } from './create-embedder.js'

interface Request {
  readonly model: string
  readonly input: readonly string[]
  readonly dimensions?: number
  readonly authorization: string | undefined
}

/** Starts a server that records its requests. Its vectors have one dimension for tea and one for everything else. */
async function serveVectors(answer?: { readonly status: number; readonly body: string }) {
  const requests: Request[] = []
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as Request
    requests.push({ ...body, authorization: request.headers.authorization })
    const data = body.input.map((input, index) => ({
      index,
      embedding: /tea|kettle/.test(input) ? [1, 0, 0, 0, 0, 0, 0, 0] : [0, 1, 0, 0, 0, 0, 0, 0],
    }))
    response.writeHead(answer?.status ?? 200, { 'content-type': 'application/json' })
    // Servers may return the vectors in any order.
    response.end(answer?.body ?? JSON.stringify({ data: data.reverse(), usage: { prompt_tokens: 7, total_tokens: 7 } }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { baseUrl: `http://127.0.0.1:${address.port}/v1`, requests }
}

async function open(overrides: ConfigInput, variables: Readonly<Record<string, string>> = {}) {
  const paths = await tempHome()
  const loaded = await loadConfig({ paths, variables: { HOME: paths.home, ...variables }, overrides })
  const runtime = await createRuntime({
    ...loaded,
    paths,
    workingDirectory: await tempFolder(),
    surface: { source: 'test' },
  })
  onTestFinished(() => runtime[Symbol.asyncDispose]())
  return runtime
}

function embedderAt(baseUrl: string, more: object = {}): Embedder {
  return createEmbedder({ fetch, baseUrl, provider: 'p', model: 'm', dimensions: 8, timeoutMs: 20_000, ...more })
}

const unaborted = { signal: new AbortController().signal }

test('searches sessions by meaning, sends no secrets, and counts calls', async () => {
  const [provider, vectors] = [await startFakeProvider({ script: text('Noted.') }), await serveVectors()]
  onTestFinished(() => provider.close())
  const secret = 'vErySecretValue-12345'
  const { agent, store } = await open(
    {
      model: { provider: 'custom', base_url: provider.baseUrl, default: 'big' },
      auxiliary: {
        embedding: { base_url: vectors.baseUrl, model: 'my-vectors', dimensions: 8, key_env: 'VECTOR_API_KEY' },
      },
    },
    { VECTOR_API_KEY: secret },
  )
  const run = agent.run(`the kettle is on, the key is ${secret}`)
  for await (const _ of run);
  const { sessionId } = await run.result
  await vi.waitFor(
    async () => {
      const hits = await store.search?.find({ text: 'tea', sessionId })
      expect(hits?.map(({ message }) => message.message.role)).toEqual(['user'])
    },
    { timeout: 20_000, interval: 50 },
  )
  expect(vectors.requests[0]).toMatchObject({ model: 'my-vectors', authorization: `Bearer ${secret}` })
  expect(JSON.stringify(vectors.requests.map(({ input }) => input))).not.toContain(secret)
  await vi.waitFor(
    async () => {
      const accounts = await store.usage?.accounts({ sessionId })
      expect(accounts?.find(({ task }) => task === 'embedding')).toMatchObject({
        model: 'my-vectors',
        usage: { inputTokens: expect.any(Number), outputTokens: 0 },
      })
    },
    { timeout: 20_000, interval: 50 },
  )
})

test('requires the vector length of an unknown model', async () => {
  await expect(
    open({ auxiliary: { embedding: { base_url: 'http://127.0.0.1:1/v1', model: 'other' } } }),
  ).rejects.toThrow('the vector length of other is unknown')
})

test('returns vectors in the order of the texts', async () => {
  const { baseUrl, requests } = await serveVectors()
  const vectors = await embedderAt(baseUrl).embed(['tea', 'rain'], unaborted)
  expect(vectors.map(([first]) => first)).toEqual([1, 0])
  expect(requests[0]).toEqual({ model: 'm', input: ['tea', 'rain'], authorization: undefined })
})

test('distinguishes a rejection from a malformed answer, and aborts a call', async () => {
  const refusing = await serveVectors({ status: 429, body: 'slow down' })
  await expect(embedderAt(refusing.baseUrl).embed(['tea'], unaborted)).rejects.toThrow(/HTTP 429.*slow down/)
  for (const body of ['<html>', '{"data":[{"index":0}]}']) {
    const { baseUrl } = await serveVectors({ status: 200, body })
    await expect(embedderAt(baseUrl).embed(['tea'], unaborted)).rejects.toThrow('did not return vectors')
  }
  const controller = new AbortController()
  controller.abort(new Error('given up'))
  await expect(embedderAt(refusing.baseUrl).embed(['tea'], { signal: controller.signal })).rejects.toThrow('given up')
})
