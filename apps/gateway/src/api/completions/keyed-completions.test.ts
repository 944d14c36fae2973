import { join } from 'node:path'
import { createSqliteStore } from '@hermes/state'
import { call, hang, text } from '@hermes/testkit'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod'
import { openTestGateway, testKey } from '../../../testing/open-test-gateway.js'
import { serveChats } from '../../../testing/serve-chats.js'
import { temporaryHome } from '../../../testing/serve-home.js'
import { idempotencyHeader } from '../request/idempotency-key.js'
import { createKeyedRequests } from '../request/keyed-requests.js'
import { sessionHeader } from '../request/session-header.js'

async function post(url: string, content: string, { key = 'k', ...fields }: Readonly<Record<string, unknown>> = {}) {
  const { session, ...body } = fields
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${testKey}`,
      [idempotencyHeader]: String(key),
      ...(session !== undefined && { [sessionHeader]: String(session) }),
    },
    body: JSON.stringify({ messages: [{ role: 'user', content }], ...body }),
  })
  const answer = Object(await response.json())
  return {
    status: response.status,
    session: response.headers.get(sessionHeader),
    content: answer.choices?.[0].message.content,
    code: answer.error?.code,
  }
}

async function postWhole(url: string, fields: object = {}, key = 'k', headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testKey}`, [idempotencyHeader]: key, ...headers },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'a' }], ...fields }),
  })
  return z.json().parse(await response.json())
}

afterEach(() => void vi.useRealTimers())

describe('a chat completion with an Idempotency-Key', () => {
  test('runs once without a session, even if it arrives several times at once', async () => {
    const { gateway, provider } = await serveChats({ script: [text('One.'), text('Two.')], platforms: {} })
    const all = await Promise.all([1, 2, 3].map(() => post(gateway.url, 'a')))
    all.push(await post(gateway.url, 'a'))
    expect(all.map(({ content }) => content)).toEqual(['One.', 'One.', 'One.', 'One.'])
    expect(new Set(all.map(({ session }) => session)).size).toBe(1)
    expect(provider.requests).toHaveLength(1)
  })

  test('is found again after a restart of the gateway', async () => {
    const { gateway, stop, start, provider } = await serveChats({ script: [text('One.'), text('Two.')], platforms: {} })
    await post(gateway.url, 'a')
    await stop()
    expect(await post((await start()).gateway.url, 'a')).toMatchObject({ status: 200, content: 'One.' })
    expect(provider.requests).toHaveLength(1)
  })

  test.each([
    ['other messages', 'b', {}],
    ['another field', 'a', { user: undefined, model: 'other' }],
    ['another session', 'a', { session: 't' }],
  ])('is refused with %s', async (_, content, fields) => {
    const { url, transport } = await openTestGateway([text('One.'), text('Two.')])
    await post(url, 'a', { session: 's' })
    expect(await post(url, content, { session: 's', ...fields })).toMatchObject({
      status: 409,
      code: 'idempotency_conflict',
    })
    expect(transport.requests).toHaveLength(1)
  })

  test('belongs to its user', async () => {
    const { url } = await openTestGateway([text('One.'), text('Two.')])
    expect(await post(url, 'a', { user: 'ada' })).toMatchObject({ content: 'One.' })
    expect(await post(url, 'a', { user: 'ben' })).toMatchObject({ content: 'Two.' })
  })

  test.each([
    ['an answer with tools', [call('read_file'), text('Done.')], { finish_reason: 'stop' }, { total_tokens: 60 }],
    ['a turn that was halted', Array.from({ length: 20 }, () => call('read_file')), { finish_reason: 'length' }, {}],
  ])('gets the same answer again: %s', async (_, replies, choice, usage) => {
    const { url, transport } = await openTestGateway(replies)
    const first = await postWhole(url)
    const asked = transport.requests.length
    expect(first).toMatchObject({ choices: [choice], usage })
    expect(await postWhole(url)).toEqual(first)
    expect(transport.requests).toHaveLength(asked)
  })

  test('gets the answer of a command again', async () => {
    const { url } = await openTestGateway([])
    const command = { messages: [{ role: 'user', content: '/echo hi' }] }
    const first = await postWhole(url, command, 'k', { 'x-hermes-commands': 'true' })
    expect(first).toMatchObject({ choices: [{ message: { content: 'You said: hi' } }] })
    expect(await postWhole(url, command, 'k', { 'x-hermes-commands': 'true' })).toEqual(first)
  })

  test('gets the same answer from several gateways at once', async () => {
    const path = join(temporaryHome(), 'state.db')
    const stores = [await createSqliteStore({ path }), await createSqliteStore({ path })] as const
    onTestFinished(async () => {
      for (const store of stores) await store[Symbol.asyncDispose]()
    })
    const one = await openTestGateway([text('Done.')], { store: stores[0] })
    const other = await openTestGateway([text('Done.')], { store: stores[1] })
    const answers = await Promise.all([postWhole(one.url), postWhole(other.url), postWhole(one.url)])
    expect(answers).toEqual([answers[0], answers[0], answers[0]])
    expect(answers[0]).toMatchObject({ usage: { total_tokens: 30 } })
  })

  test('has the whole usage of a turn that two gateways worked on', async () => {
    const path = join(temporaryHome(), 'state.db')
    const stores = [await createSqliteStore({ path }), await createSqliteStore({ path })] as const
    onTestFinished(async () => {
      for (const store of stores) await store[Symbol.asyncDispose]()
    })
    const one = await openTestGateway([call('read_file'), hang()], { store: stores[0] })
    const other = await openTestGateway([text('Done.')], { store: stores[1] })
    const first = postWhole(one.url)
    await expect.poll(() => one.transport.requests.length).toBe(2)
    await one.conversations.drain({ signal: AbortSignal.abort() })
    expect(await first).toMatchObject({ error: {} })
    const answer = await postWhole(other.url)
    expect(answer).toMatchObject({ choices: [{ message: { content: 'Done.' } }], usage: { total_tokens: 60 } })
    expect(await postWhole(other.url)).toEqual(answer)
  })

  test('gets its answer from both gateways if it arrives at two at once', async () => {
    // One that a gateway takes from the other ends seconds later.
    const rounds = 3
    const { gateway, start, provider } = await serveChats({
      script: Array.from({ length: 2 * rounds }, () => text('Done.')),
      platforms: {},
    })
    const { gateway: other } = await start()
    for (let round = 0; round < rounds; round += 1) {
      const key = `k${round}`
      const answers = await Promise.all([gateway, other].map(({ url }) => postWhole(url, {}, key)))
      expect(answers[1]).toEqual(answers[0])
      expect(answers[0]).toMatchObject({ choices: [{ message: { content: 'Done.' } }] })
    }
    expect(provider.requests).toHaveLength(rounds)
  })

  test('finishes an interrupted turn', async () => {
    const { url, conversations, transport } = await openTestGateway([hang(), text('At last.')])
    const first = post(url, 'a')
    await expect.poll(() => transport.requests.length).toBe(1)
    for (const conversation of conversations.live) conversation.interrupt('enough')
    expect((await first).status).toBe(503)
    expect(await post(url, 'a')).toMatchObject({ content: 'At last.' })
  })

  test('runs again when the key is used on another day', async () => {
    const { url } = await openTestGateway([text('One.'), text('Two.')])
    vi.useFakeTimers({ toFake: ['Date'] })
    expect(await post(url, 'a', { session: 's' })).toMatchObject({ content: 'One.' })
    vi.setSystemTime(Date.now() + 25 * 60 * 60 * 1000)
    expect(await post(url, 'b', { session: 's' })).toMatchObject({ content: 'Two.' })
  })
})

test('expired keys are deleted', async () => {
  const { store } = await serveChats({ script: [], platforms: {} })
  if (!store.values) throw new Error('The store keeps no values.')
  const requests = createKeyedRequests(store.values)
  const request = { kind: 'completion' as const, caller: { userId: undefined }, body: {} }
  vi.useFakeTimers({ toFake: ['Date'] })
  await requests.place({ ...request, key: 'old' })
  vi.setSystemTime(Date.now() + 25 * 60 * 60 * 1000)
  await requests.place({ ...request, key: 'new' })
  await requests.forget(Date.now())
  expect(await store.values.list('api.completion-keys')).toHaveLength(1)
})
