import { openJobs, openScheduler } from '@hermes/runtime'
import { call, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../testing/serve-chats.js'

const usage = { inputTokens: 90, outputTokens: 10 }

/** Starts a gateway without chats, whose model creates a job on request. */
async function serveKey(limits: { readonly tokens_per_day?: number }) {
  const keys = { blog: { key: 'blog-key', scopes: ['chat' as const, 'jobs' as const], ...limits } }
  const gateway = await serveChats({
    platforms: {},
    settings: { gateway: { api_server: { port: 0, key: 'test-key', keys } } },
    script: (request) => {
      const said = JSON.stringify(Object(request).messages.at(-1))
      const args = { action: 'create', schedule: 'every 1h', prompt: 'Look.', name: 'tea' }
      return said.includes('make tea') ? call('cronjob', args, { usage }) : text('Tea is ready.', { usage })
    },
  })
  const { host, store, home } = gateway
  const book = openJobs(store, host.config.cron)
  const { deliveries, refusalOfJob: refusalOf } = gateway.gateway
  const scheduler = openScheduler(host, { workingDirectory: home, deliveries, refusalOf })
  const send = async (path: string, body?: object, key = 'blog-key') => {
    const response = await fetch(`${gateway.gateway.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}` },
      ...(body && { body: JSON.stringify(body) }),
    })
    return Object(await response.json())
  }
  return {
    ...gateway,
    book,
    send,
    spent: async () => (await send('/api/usage')).data[0].tokens,
    async run(name: string) {
      const { job, runId } = await book.requestRun(name)
      await scheduler.finish(job.id, new AbortController().signal)
      return (await book.runs(job.id)).find(({ id }) => id === runId)
    },
  }
}

const newJob = { schedule: 'every 1h', prompt: 'Look.', name: 'tea' }
const reason = (limit: string) => `The ${limit} of today of its key are used up: there is more after 0:00 UTC.`

test('a job that a key adds is paid for by the key, and skipped while its budget is spent', async () => {
  const { send, run, spent, provider, book } = await serveKey({ tokens_per_day: 150 })
  expect(await send('/api/jobs', newJob)).toMatchObject({ paid_by: 'key:blog', user: null })
  expect(await run('tea')).toMatchObject({ state: 'completed' })
  expect(await spent()).toBe(100)
  expect(await run('tea')).toMatchObject({ state: 'completed' })
  expect(await spent()).toBe(200)
  expect(await run('tea')).toMatchObject({ state: 'skipped', reason: reason('150 tokens') })
  expect(provider.requests).toHaveLength(2)
  expect(await book.get('tea')).toMatchObject({ state: 'active', failures: 0, runs: 2 })
})

test('a job of a key that continues its conversation is paid for by the key, too', async () => {
  const { send, run, spent } = await serveKey({ tokens_per_day: 150 })
  await send('/api/jobs', { ...newJob, conversation: 'same' })
  const [first, second] = [await run('tea'), await run('tea')]
  expect(second?.sessionId).toBe(first?.sessionId)
  expect(await spent()).toBe(200)
})

test('a job that the agent creates in a session of the key is paid for by the key, too', async () => {
  const { send, run, spent } = await serveKey({ tokens_per_day: 250 })
  await send('/v1/chat/completions', { messages: [{ role: 'user', content: 'make tea' }] })
  expect(await spent()).toBe(200)
  expect((await send('/api/jobs', undefined, 'test-key')).data).toMatchObject([{ paid_by: 'key:blog' }])
  expect(await run('tea')).toMatchObject({ state: 'completed' })
  expect(await spent()).toBe(300)
  expect(await run('tea')).toMatchObject({ state: 'skipped', reason: reason('250 tokens') })
})

test("a job of the owner costs no key anything, and the server's own key has no budget", async () => {
  const { send, run, spent } = await serveKey({ tokens_per_day: 150 })
  expect(await send('/api/jobs', newJob, 'test-key')).toMatchObject({ paid_by: null })
  for (const _ of [1, 2, 3]) expect(await run('tea')).toMatchObject({ state: 'completed' })
  expect(await spent()).toBe(0)
})

test('a job whose key was removed from the settings does not run, even if it is only a script', async () => {
  const { book, run, provider } = await serveKey({})
  const job = { schedule: 'every 1h', createdBy: 'person', payer: 'key:shop' } as const
  await book.add({ ...job, name: 'news', task: { prompt: 'Look.' } })
  await book.add({ ...job, name: 'disk', task: { script: 'disk.sh' } })
  for (const name of ['news', 'disk']) {
    expect(await run(name)).toMatchObject({ state: 'skipped', reason: 'Its key is not in the settings any more.' })
  }
  expect(provider.requests).toEqual([])
  expect(await book.get('news')).toMatchObject({ state: 'active', failures: 0, runs: 0 })
})
