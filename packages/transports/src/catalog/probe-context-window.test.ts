import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { text as say, startFakeProvider } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { probeContextWindow } from './probe-context-window.js'

/** Starts a server that answers these paths with JSON and all others with 404. Resolves with its base URL. */
async function serve(answers: Readonly<Record<string, unknown>>): Promise<string> {
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const answer = answers[`${request.method} ${request.url}${body && ` ${body}`}`]
    response.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer ?? { error: 'not found' }))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1`
}

const show = { parameters: 'stop "<end>"\nnum_ctx                        16384\ntemperature 0.6' }
const trained = { data: [{ id: 'qwen', max_context_length: 262_144 }] }

test.each<[string, Readonly<Record<string, unknown>>, number]>([
  ['llama.cpp', { 'GET /props': { default_generation_settings: { n_ctx: 8192 } }, 'GET /v1/models': trained }, 8192],
  [
    'Ollama, running',
    {
      'GET /api/ps': { models: [{ model: 'qwen:latest', context_length: 4096 }] },
      'POST /api/show {"model":"qwen"}': show,
    },
    4096,
  ],
  [
    'Ollama, not running',
    { 'GET /api/ps': { models: [{ model: 'other', context_length: 1 }] }, 'POST /api/show {"model":"qwen"}': show },
    16_384,
  ],
  [
    'LM Studio',
    { 'GET /api/v0/models': { data: [{ id: 'qwen', loaded_context_length: 32_768, max_context_length: 262_144 }] } },
    32_768,
  ],
  [
    'vLLM',
    {
      'GET /v1/models': {
        data: [
          { id: 'other', max_model_len: 1 },
          { id: 'qwen', max_model_len: 65_536 },
        ],
      },
    },
    65_536,
  ],
])('reads the configured window of %s', async (_, answers, contextWindow) => {
  expect(await probeContextWindow({ fetch, baseUrl: await serve(answers), model: 'qwen' })).toBe(contextWindow)
})

test.each<[string, Readonly<Record<string, unknown>>]>([
  ['a server with another model', { 'GET /v1/models': { data: [{ id: 'other', max_model_len: 1 }] } }],
  ['a model that is not loaded', { 'GET /api/v0/models': { data: [{ id: 'qwen', max_context_length: 262_144 }] } }],
  [
    'invalid responses',
    { 'GET /props': { default_generation_settings: { n_ctx: 'many' } }, 'GET /api/ps': { models: 7 } },
  ],
])('returns no window for %s', async (_, answers) => {
  expect(await probeContextWindow({ fetch, baseUrl: await serve(answers), model: 'qwen' })).toBeUndefined()
})

test('ignores a server that is not running', async () => {
  const gone = await startFakeProvider({ script: say('never') })
  await gone.close()
  expect(await probeContextWindow({ fetch, baseUrl: gone.baseUrl, model: 'qwen' })).toBeUndefined()
})

test('stops waiting for a server that does not respond', async () => {
  const fetch: typeof globalThis.fetch = (_, options) =>
    new Promise((_resolve, reject) => options?.signal?.addEventListener('abort', () => reject(options.signal?.reason)))
  expect(
    await probeContextWindow({ baseUrl: 'http://127.0.0.1:1/v1', model: 'm', fetch, timeoutMs: 5 }),
  ).toBeUndefined()
})

test('sends the key', async () => {
  const keys = new Set<string | null>()
  const fetch: typeof globalThis.fetch = async (_, options) => {
    keys.add(new Headers(options?.headers).get('authorization'))
    return Response.json({})
  }
  await probeContextWindow({ baseUrl: 'http://127.0.0.1:1/v1', model: 'm', apiKey: 'k', fetch })
  expect([...keys]).toEqual(['Bearer k'])
})
