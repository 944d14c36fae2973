import { describeError } from '@hermes/core'
import { startFakeProvider, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { listServerModels } from './list-server-models.js'

const signal = new AbortController().signal

test('lists the models of a server', async () => {
  await using provider = await startFakeProvider({ script: text('ok'), models: ['llama', 'qwen'], apiKey: 'k' })
  const models = await listServerModels({ fetch, baseUrl: `${provider.baseUrl}/`, apiKey: 'k', signal })
  expect(models).toEqual([{ id: 'llama' }, { id: 'qwen' }])
})

test('reads the window under each known field name', async () => {
  const rows = [
    { id: 'a', max_model_len: 1 },
    { id: 'b', context_length: 2 },
    { id: 'c', context_window: 3 },
    { id: 'd', meta: { n_ctx: 4 } },
    { id: 'e', max_model_len: 0 },
    { object: 'nameless' },
  ]
  const fetch = async () => Response.json({ data: rows })
  const models = await listServerModels({ baseUrl: 'http://127.0.0.1:1/v1', fetch, signal })
  expect(models.map(({ id, contextWindow }) => [id, contextWindow])).toEqual([
    ['a', 1],
    ['b', 2],
    ['c', 3],
    ['d', 4],
    ['e', undefined],
  ])
})

test.each<[string, () => Promise<Response>]>([
  ['a page', async () => new Response('<html>')],
  ['no list', async () => Response.json({ data: 'many' })],
  ['a refusal', async () => Response.json({ data: [] }, { status: 401 })],
  ['nothing', () => Promise.reject(new TypeError('fetch failed'))],
])('%s is an error that names the address', async (_, fetch) => {
  const asking = listServerModels({ baseUrl: 'http://127.0.0.1:1/v1', fetch, signal })
  await expect(asking).rejects.toMatchObject({
    code: 'catalog/unavailable',
    message: expect.stringContaining('http://127.0.0.1:1/v1/models'),
  })
})

test('reports a server that is down', async () => {
  const provider = await startFakeProvider({ script: text('ok') })
  const { baseUrl } = provider
  await provider[Symbol.asyncDispose]()
  const failure: unknown = await listServerModels({ fetch, baseUrl, signal }).catch((error: unknown) => error)
  expect(describeError(failure)).toBe(
    `Nothing answers at ${baseUrl}: is the server running, and is the base URL right?`,
  )
})
