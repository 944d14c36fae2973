import { hang, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../testing/serve-chats.js'

test('a run that is stopped in the middle of its answer counts in the budget of its key', async () => {
  const keys = { blog: { key: 'blog-key', scopes: ['chat' as const], tokens_per_day: 100 } }
  const { gateway, provider } = await serveChats({
    platforms: {},
    settings: { gateway: { api_server: { port: 0, key: 'test-key', keys } } },
    script: [hang(text('Once upon a time'))],
  })
  const send = async (path: string, body?: object) => {
    const response = await fetch(`${gateway.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: 'Bearer blog-key' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return Object(await response.json())
  }
  const { id } = await send('/v1/runs', { input: 'Tell me a story.' })
  await provider.request(1)
  await send(`/v1/runs/${id}/stop`, {})
  await expect.poll(async () => (await send('/api/usage')).data[0].turns).toBe(1)
  expect((await send('/api/usage')).data[0].tokens).toBeGreaterThan(100)
  expect(await send('/v1/runs', { input: 'And another.' })).toMatchObject({ error: { code: 'budget_spent' } })
})
