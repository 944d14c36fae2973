import { hang, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { testKey } from '../../../testing/open-test-gateway.js'
import { serveChats } from '../../../testing/serve-chats.js'

test('runs as many turns at the same time as the setting allows, whichever route starts them', async () => {
  const settings = { gateway: { api_server: { port: 0, key: testKey, max_concurrent_runs: 2 } } }
  const { gateway, provider } = await serveChats({ script: [hang(), hang(), text('Now.')], platforms: {}, settings })
  const post = (path: string, body: object, signal?: AbortSignal) =>
    fetch(gateway.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    })
  const messages = [{ role: 'user', content: 'hi' }]
  const leaving = new AbortController()
  const left = post('/v1/chat/completions', { messages }, leaving.signal).catch(() => 'left')
  expect((await post('/v1/runs', { input: 'hi' })).status).toBe(202)
  await provider.request(2)
  for (const [path, body] of [
    ['/v1/chat/completions', { messages }],
    ['/v1/responses', { input: 'hi' }],
    ['/v1/runs', { input: 'hi' }],
  ] as const) {
    const refused = await post(path, body)
    expect(refused.status, path).toBe(429)
    expect(refused.headers.get('retry-after'), path).toBe('5')
    expect(await refused.json(), path).toMatchObject({ error: { type: 'rate_limit_error', code: 'too_many_runs' } })
  }
  leaving.abort()
  expect(await left).toBe('left')
  await expect.poll(async () => (await post('/v1/responses', { input: 'hi' })).status).toBe(200)
})
