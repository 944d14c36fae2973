import { createMemoryStore } from '@hermes/core'
import { configSchema } from '@hermes/runtime'
import { text } from '@hermes/testkit'
import { describe, expect, test } from 'vitest'
import { openTestGateway, testKey } from '../../../testing/open-test-gateway.js'
import type { ApiKey, ApiKeyHolder } from './api-key.js'
import { apiKeys } from './api-keys.js'

const keyOf = (holder: ApiKeyHolder): ApiKey => ({ secret: `${holder.name}-key`, holder })
const blog = keyOf({ name: 'blog', scopes: ['chat'] })

async function openApi(
  keys: readonly ApiKey[],
  { store = createMemoryStore(), origins = [] as readonly string[] } = {},
) {
  const gateway = await openTestGateway(
    Array.from({ length: 4 }, () => text('Hello.')),
    { keys, store, origins },
  )
  const call = async (key: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${gateway.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  const say = (key: string, headers?: Record<string, string>) =>
    call(key, '/v1/chat/completions', { messages: [{ role: 'user', content: 'hi' }] }, headers)
  return { ...gateway, call, say }
}

describe('a named key', () => {
  test('opens only the routes of its scopes', async () => {
    const { call, say } = await openApi([blog, keyOf({ name: 'ops', scopes: ['jobs', 'sessions', 'answer'] })])
    expect((await say('blog-key')).status).toBe(200)
    expect((await call('blog-key', '/v1/models')).status).toBe(200)
    for (const path of ['/api/sessions', '/api/jobs', '/api/questions']) {
      expect(await call('blog-key', path), path).toMatchObject({
        status: 403,
        body: { error: { code: 'missing_scope' } },
      })
      expect((await call('ops-key', path)).status, path).toBe(200)
      expect((await call(testKey, path)).status, path).toBe(200)
    }
    expect((await say('ops-key')).status).toBe(403)
    expect((await call('other-key', '/v1/models')).status).toBe(401)
  })

  test('cannot answer approvals without the scope for it', async () => {
    const { call } = await openApi([blog])
    expect((await call('blog-key', '/v1/runs', { input: 'hi', interactive: true })).status).toBe(403)
    const { body } = await call('blog-key', '/v1/runs', { input: 'hi' })
    const id = Object(body).id
    expect((await call('blog-key', `/v1/runs/${id}/events?answers=true`)).status).toBe(403)
    expect((await call('blog-key', `/v1/runs/${id}/approval`, { answer: { decision: 'once' } })).status).toBe(403)
  })

  test('has separate sessions and runs', async () => {
    const { call, say } = await openApi([
      keyOf({ name: 'blog', scopes: ['chat', 'sessions'] }),
      keyOf({ name: 'shop', scopes: ['chat', 'sessions'] }),
    ])
    const session = { 'x-hermes-session-id': 'of-the-blog' }
    expect((await say('blog-key', session)).status).toBe(200)
    expect(await say('shop-key', session)).toMatchObject({ status: 403, body: { error: { code: 'foreign_session' } } })
    expect((await call('shop-key', '/api/sessions')).body).toMatchObject({ data: [] })
    expect((await call('shop-key', '/api/sessions/of-the-blog')).status).toBe(403)
    expect((await call('blog-key', '/api/sessions')).body).toMatchObject({ data: [{ id: 'of-the-blog' }] })
    expect((await call(testKey, '/api/sessions')).body).toMatchObject({ data: [{ id: 'of-the-blog' }] })
    const { body } = await call('blog-key', '/v1/runs', { input: 'hi' })
    expect((await call('shop-key', `/v1/runs/${Object(body).id}`)).status).toBe(404)
  })

  test('has a limit of requests per minute', async () => {
    const { call } = await openApi([keyOf({ name: 'blog', scopes: ['chat'], requests_per_minute: 2 })])
    const statuses = []
    // The requests span at most two minutes, so at least one minute has more than two.
    for (let count = 0; count < 5; count += 1) statuses.push((await call('blog-key', '/v1/models')).status)
    expect(statuses).toContain(429)
    expect(statuses.slice(0, 2)).toEqual([200, 200])
    expect((await call(testKey, '/v1/models')).status).toBe(200)
  })

  test('is refused turns once its tokens of the day are spent, even after a restart', async () => {
    const store = createMemoryStore()
    const keys = [
      keyOf({ name: 'blog', scopes: ['chat', 'jobs'], tokens_per_day: 1 }),
      keyOf({ name: 'shop', scopes: ['chat'] }),
    ]
    const { say, call } = await openApi(keys, { store })
    expect((await say('blog-key')).status).toBe(200)
    const spent = { status: 429, body: { error: { code: 'budget_spent' } } }
    const refused = await say('blog-key')
    expect(refused).toMatchObject(spent)
    expect(refused.headers.get('x-should-retry')).toBe('false')
    const midnight = new Date(Date.now() + Number(refused.headers.get('retry-after')) * 1000)
    expect(midnight.toISOString()).toMatch(/T00:00:0/)
    expect(await call('blog-key', '/v1/runs', { input: 'hi' })).toMatchObject(spent)
    expect(await call('blog-key', '/api/jobs', { schedule: '1h', prompt: 'Look.' })).toMatchObject(spent)
    expect((await call('blog-key', '/api/jobs')).status).toBe(200)
    expect((await say('shop-key')).status).toBe(200)
    const rows = [
      { key: 'blog', turns: 1, tokens_per_day: 1, usd: null, cost_status: 'unknown' },
      { key: 'shop', turns: 1, tokens_per_day: null, usd: null, cost_status: 'unknown' },
    ]
    expect((await call(testKey, '/api/usage')).body).toMatchObject({ data: rows })
    expect((await call('blog-key', '/api/usage')).body).toMatchObject({ data: rows.slice(0, 1) })
    expect(await (await openApi(keys, { store })).say('blog-key')).toMatchObject(spent)
  })
})

describe('web pages', () => {
  const origin = 'https://chat.example'

  test('of the settings may call the API', async () => {
    const { url, call } = await openApi([], { origins: [origin] })
    const preflight = await fetch(`${url}/v1/chat/completions`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization')
    const { status, headers } = await call(testKey, '/v1/models', undefined, { origin })
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, origin])
  })

  test('cannot call it otherwise, even with a key', async () => {
    const { call } = await openApi([], { origins: [origin] })
    for (const other of ['https://chat.example.evil.test', 'http://chat.example', 'null']) {
      const { status, headers } = await call(testKey, '/v1/models', undefined, { origin: other })
      expect([status, headers.get('access-control-allow-origin')], other).toEqual([403, null])
    }
  })
})

test('two holders cannot have one key', () => {
  const { gateway } = configSchema.parse({
    gateway: { api_server: { key: 'one', keys: { blog: { key: 'two' }, shop: { key: 'two' } } } },
  })
  expect(() => apiKeys(gateway.api_server)).toThrow(/"blog" is that of another holder/)
  expect(() => apiKeys({ ...gateway.api_server, host: '0.0.0.0' })).toThrow(/too easy to guess/)
})
