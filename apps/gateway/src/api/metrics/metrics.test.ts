import { text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { openTestGateway, testKey } from '../../../testing/open-test-gateway.js'
import type { ApiKey } from '../access/api-key.js'

const keys: readonly ApiKey[] = [
  { secret: 'monitor-key', holder: { name: 'monitor', scopes: ['metrics'] } },
  { secret: 'blog-key', holder: { name: 'blog', scopes: ['chat'] } },
]

async function openApi() {
  const { url } = await openTestGateway([text('Hello.'), text('Hello again.')], { keys })
  const get = (path: string, key = 'monitor-key') =>
    fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } })
  const say = () =>
    fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testKey}` },
      body: JSON.stringify({ messages: [{ role: 'user', content: 'hi' }] }),
    }).then((response) => response.json())
  return { get, say }
}

test('/metrics counts requests by route and turns by outcome', async () => {
  const { get, say } = await openApi()
  await say()
  await get('/v1/runs/unknown', testKey)
  await get('/api/sessions/search?q=hi', testKey)
  await get('/no/such/page', testKey)
  const first = await get('/metrics')
  expect(first.headers.get('content-type')).toMatch(/^text\/plain; version=/)
  const figures = await first.text()
  expect(figures).toContain('hermes_http_requests_total{method="POST",route="/v1/chat/completions",status="200"} 1')
  expect(figures).toContain('hermes_http_requests_total{method="GET",route="/v1/runs/:id",status="404"} 1')
  expect(figures).toContain('hermes_http_requests_total{method="GET",route="/api/sessions/search",status="501"} 1')
  expect(figures).toContain('hermes_http_requests_total{method="any",route="none",status="404"} 1')
  expect(figures).toContain('hermes_turns_total{outcome="completed"} 1')
  expect(figures).toMatch(/^hermes_ready 1$/m)
  expect(figures).toMatch(/^process_resident_memory_bytes /m)
  await say()
  expect(await (await get('/metrics')).text()).toContain('hermes_turns_total{outcome="completed"} 2')
})

test('/health/detailed reports what the gateway is doing', async () => {
  const { get } = await openApi()
  expect(await (await get('/health/detailed')).json()).toMatchObject({
    status: 'ok',
    reason: null,
    version: '1.2.3',
    running_turns: 0,
    event_loop_delay: null,
    networks: {},
    jobs: { served: false, active: 0, incidents: 0 },
  })
  const delay = async () => Object(await (await get('/health/detailed')).json()).event_loop_delay
  const untilMs = Date.now() + 300
  while (Date.now() < untilMs);
  expect((await delay()).max_ms).toBeGreaterThan(100)
})

test.each(['/metrics', '/health/detailed'])('%s needs its scope', async (path) => {
  const { get } = await openApi()
  expect((await get(path, 'blog-key')).status).toBe(403)
  expect((await get(path, 'wrong')).status).toBe(401)
  expect((await get(path, testKey)).status).toBe(200)
})
