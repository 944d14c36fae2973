import { join } from 'node:path'
import { StoreError } from '@hermes/core'
import { createSqliteStore } from '@hermes/state'
import { type ScriptedReply, text } from '@hermes/testkit'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod'
import { openTestGateway, testKey } from '../../../testing/open-test-gateway.js'
import { serveChats } from '../../../testing/serve-chats.js'
import { temporaryHome } from '../../../testing/serve-home.js'
import { idempotencyHeader } from '../request/idempotency-key.js'

const answerSchema = z.looseObject({ id: z.string(), usage: z.json().optional() })

/** Opens gateways on one store, each with a reply for every turn that it runs. */
async function openGateways(count: number, reply: () => ScriptedReply = () => text('Done.')) {
  const path = join(temporaryHome(), 'state.db')
  const gateways = await Promise.all(
    Array.from({ length: count }, async () => {
      const store = await createSqliteStore({ path })
      onTestFinished(() => store[Symbol.asyncDispose]())
      return openTestGateway(Array.from({ length: 9 }, reply), { store })
    }),
  )
  async function post(at: number, path: string, body: object, key?: string) {
    const response = await fetch(`${gateways[at % count]?.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testKey}`, ...(key !== undefined && { [idempotencyHeader]: key }) },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: z.json().parse(await response.json()) }
  }
  return {
    gateways,
    post,
    asked: () => gateways.flatMap(({ transport }) => transport.requests),
  }
}

describe.each([1, 2])('requests with one key at once, at %i gateways,', (count) => {
  const kept: readonly (readonly [path: string, fields: object])[] = [
    ['/v1/runs', {}],
    ['/v1/responses', {}],
    ['/v1/responses', { background: true }],
  ]
  // Without a record, only the gateway that runs the turn can answer.
  const all = count === 1 ? [...kept, ['/v1/responses', { stream: false, store: false }] as const] : kept
  test.each(all)('run one turn: %s %j', async (path, fields) => {
    const { post, asked, gateways } = await openGateways(count)
    const body = { input: 'go', ...fields }
    const answers = await Promise.all([0, 1, 2, 3].map((at) => post(at, path, body, 'k')))
    const [first] = answers.map((answer) => answerSchema.parse(answer.body))
    expect(answers.map(({ status }) => (status === 202 ? 200 : status))).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map((answer) => answerSchema.parse(answer.body).id))).toEqual(new Set([first?.id]))
    await expect.poll(() => asked().length).toBe(1)
    for (const { conversations } of gateways) await conversations.drain()
    expect(asked()).toHaveLength(1)
    expect(await gateways[0]?.store.sessions.find()).toHaveLength(1)
  })

  test('get the same answer with its usage', async () => {
    const { post } = await openGateways(count)
    const answers = await Promise.all([0, 1, 2].map((at) => post(at, '/v1/responses', { input: 'go' }, 'k')))
    const usage = expect.objectContaining({ total_tokens: 30 })
    expect(answers).toEqual(answers.map(() => ({ status: 200, body: expect.objectContaining({ usage }) })))
  })

  test('run one turn in a branch', async () => {
    const { post, asked, gateways } = await openGateways(count)
    const { id } = answerSchema.parse((await post(0, '/v1/responses', { input: 'one' })).body)
    await post(0, '/v1/responses', { input: 'two', previous_response_id: id })
    const body = { input: 'other', previous_response_id: id }
    const answers = await Promise.all([0, 1, 2].map((at) => post(at, '/v1/responses', body, 'k')))
    expect(new Set(answers.map((answer) => answerSchema.parse(answer.body).id)).size).toBe(1)
    const others = asked().filter(({ messages }) => messages.at(-1)?.content === 'other')
    expect(others.map(({ messages }) => messages.map(({ content }) => content))).toEqual([['one', 'Done.', 'other']])
    expect(await gateways[0]?.store.sessions.find()).toHaveLength(2)
  })

  test('are rejected if they differ', async () => {
    const { post, asked } = await openGateways(count)
    const answers = await Promise.all([0, 1].map((at) => post(at, '/v1/responses', { input: `go ${at}` }, 'k')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(asked()).toHaveLength(1)
  })
})

test('runs with one key end with their answer, even if two gateways get them at once', async () => {
  const script = Array.from({ length: 40 }, () => text('Done.'))
  const { gateway, start, store, provider } = await serveChats({ script, platforms: {} })
  const { gateway: other } = await start()
  const rounds = 15
  for (let round = 0; round < rounds; round += 1) {
    const answers = await Promise.all(
      [gateway, other].map(async ({ url }) => {
        const headers = { authorization: `Bearer ${testKey}`, [idempotencyHeader]: `k${round}` }
        const response = await fetch(`${url}/v1/runs`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ input: 'go' }),
        })
        return answerSchema.parse(await response.json()).id
      }),
    )
    expect(answers[0]).toBe(answers[1])
    const end = async () => await store.values?.get('api.runs', answers[0] ?? '')
    await expect.poll(end).toMatchObject({ end: { status: 'completed', texts: ['Done.'] } })
  }
  expect(provider.requests).toHaveLength(rounds)
})

test('a request whose gateway stored the input, but not the run, gets the answer when it is repeated', async () => {
  const { gateway, store, provider } = await serveChats({ script: [text('One.'), text('Two.')], platforms: {} })
  if (!store.values) throw new Error('The store keeps no values.')
  const update = store.values.update.bind(store.values)
  const away = vi.spyOn(store.values, 'update').mockImplementation(async (namespace, ...rest) => {
    if (namespace === 'api.runs') throw new StoreError('unavailable', 'The store is away.')
    return update(namespace, ...rest)
  })
  const post = () =>
    fetch(`${gateway.url}/v1/responses`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testKey}`, [idempotencyHeader]: 'k' },
      body: JSON.stringify({ input: 'go' }),
    })
  expect((await post()).status).toBe(503)
  await expect.poll(() => provider.requests.length).toBe(1)
  away.mockRestore()
  const again = await post()
  expect(again.status).toBe(200)
  expect(await again.json()).toMatchObject({ status: 'completed', output: [{ content: [{ text: 'One.' }] }] })
  expect(provider.requests).toHaveLength(1)
})
