import { hang, text } from '@hermes/testkit'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openTestGateway, testKey } from '../../../testing/open-test-gateway.js'
import { serveChats } from '../../../testing/serve-chats.js'
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

afterEach(() => void vi.useRealTimers())

describe('a chat completion with an Idempotency-Key', () => {
  test('runs once without a session, also when it comes several times at once', async () => {
    const { gateway, provider } = await serveChats({ script: [text('One.'), text('Two.')], platforms: {} })
    const all = await Promise.all([1, 2, 3].map(() => post(gateway.url, 'a')))
    all.push(await post(gateway.url, 'a'))
    expect(all.map(({ content }) => content)).toEqual(['One.', 'One.', 'One.', 'One.'])
    expect(new Set(all.map(({ session }) => session)).size).toBe(1)
    expect(provider.requests).toHaveLength(1)
  })

  test('is found again after the gateway has started anew', async () => {
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

  test('is that of its user', async () => {
    const { url } = await openTestGateway([text('One.'), text('Two.')])
    expect(await post(url, 'a', { user: 'ada' })).toMatchObject({ content: 'One.' })
    expect(await post(url, 'a', { user: 'ben' })).toMatchObject({ content: 'Two.' })
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

test('keys are forgotten when they no longer count', async () => {
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
