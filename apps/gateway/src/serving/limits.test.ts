import { text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../testing/serve-chats.js'

const usage = { inputTokens: 90, outputTokens: 10 }
const platforms = { net: { allow_all: true, busy_mode: 'queue' } } as const

test('a budget that is set during a day covers earlier usage of that day', async () => {
  const script = text('Hi.', { usage })
  const before = await serveChats({ platforms, script })
  before.network().say({ text: 'one' })
  await expect.poll(() => before.shown()).toEqual(['Hi.'])
  await before.stop()
  const settings = { people: { user: { tokens_per_day: 50 } } }
  const after = await serveChats({ platforms, script, settings, home: before.home, networks: before.networks })
  after.network().say({ text: 'two' })
  await expect.poll(() => after.shown().at(-1)).toMatch(/You have used your 50 tokens of today/)
  expect(after.provider.requests).toEqual([])
})

test('a waiting message is refused if its budget was spent in the meantime', async () => {
  const answer = Promise.withResolvers<void>()
  const { network, shown, provider } = await serveChats({
    platforms,
    settings: { people: { user: { tokens_per_day: 50 } }, display: { busy_ack_enabled: true } },
    script: async () => {
      await answer.promise
      return text('Hi.', { usage })
    },
  })
  network().say({ text: 'one' })
  await provider.request(1)
  network().say({ text: 'two' })
  await expect.poll(() => shown()).toHaveLength(1)
  answer.resolve()
  await expect.poll(() => shown().at(-1)).toMatch(/You have used your 50 tokens of today/)
  expect(provider.requests).toHaveLength(1)
})

test('a person has the highest role of their identities both when a message arrives and when its turn starts', async () => {
  const { network, shown, provider } = await serveChats({
    platforms: { net: { allow_all: true }, other: { admins: ['boss'] } },
    settings: { people: { user: { tokens_per_day: 50 } } },
    script: () => text('Hi.', { usage }),
  })
  network().say({ text: '/link' })
  await expect.poll(() => shown()).toHaveLength(1)
  const [, code = ''] = /`\/link (\w{8})`/.exec(shown()[0] ?? '') ?? []
  const boss = { sender: { id: 'boss' }, chatId: 'b' }
  network('other').say({ ...boss, text: `/link ${code}` })
  await expect.poll(() => shown('other')).toHaveLength(1)
  for (let count = 2; count < 4; count += 1) {
    network('other').say({ ...boss, text: 'hello' })
    await expect.poll(() => shown('other')).toHaveLength(count)
  }
  expect(shown('other').slice(1)).toEqual(['Hi.', 'Hi.'])
  expect(provider.requests).toHaveLength(2)
})

test('concurrent turns of a key do not exceed the remaining budget together', async () => {
  let answer = Promise.resolve()
  const { gateway, provider } = await serveChats({
    platforms: {},
    settings: {
      gateway: { api_server: { port: 0, key: 'test-key', keys: { blog: { key: 'blog-key', tokens_per_day: 250 } } } },
    },
    script: async () => {
      await answer
      return text('Hi.', { usage })
    },
  })
  const call = async (path: string, body?: object) => {
    const response = await fetch(`${gateway.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: 'Bearer blog-key' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: Object(await response.json()) }
  }
  const run = () => call('/v1/runs', { input: 'hi' })
  const endOf = async ({ body: { id } }: Awaited<ReturnType<typeof run>>) => (await call(`/v1/runs/${id}`)).body
  for (let count = 0; count < 2; count += 1) {
    const started = await run()
    await expect.poll(async () => (await endOf(started)).status).toBe('completed')
  }
  const gate = Promise.withResolvers<void>()
  answer = gate.promise
  const runs = await Promise.all(Array.from({ length: 5 }, run))
  await provider.request(3)
  const late = await run()
  expect(late).toMatchObject({ status: 429, body: { error: { code: 'budget_spent' } } })
  expect(late.body.error.message).toMatch(/may be needed by its running turns/)
  gate.resolve()
  const accepted = runs.filter(({ status }) => status === 202)
  const ends = () => Promise.all(accepted.map(endOf))
  await expect.poll(async () => (await ends()).every(({ status }) => /completed|failed/.test(status))).toBe(true)
  expect((await ends()).filter(({ status }) => status === 'completed')).toHaveLength(1)
  for (const { status, error } of await ends()) if (status === 'failed') expect(error.code).toBe('budget_spent')
  for (const { status, body } of runs) if (status !== 202) expect(body.error.code).toBe('budget_spent')
  expect(provider.requests).toHaveLength(3)
  expect((await run()).status).toBe(429)
})
