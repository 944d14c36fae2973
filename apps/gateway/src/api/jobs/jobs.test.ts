import { createJobBook } from '@hermes/scheduler'
import { describe, expect, test } from 'vitest'
import { openTestGateway, testKey } from '../../../testing/open-test-gateway.js'
import { serveChats } from '../../../testing/serve-chats.js'

async function openApi() {
  const { url, store } = await openTestGateway([])
  const book = createJobBook({ store, zone: 'UTC' })
  async function call(method: string, path: string, body?: object) {
    const response = await fetch(`${url}/api/jobs${path}`, {
      method,
      headers: { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }
  return { call, book }
}

test('a job is added, changed, paused, resumed, run and deleted', async () => {
  const { call, book } = await openApi()
  const added = await call('POST', '', {
    schedule: 'every day at 9am',
    timezone: 'Europe/Berlin',
    prompt: 'Summarise the news.',
    name: 'news',
    max_cost_usd: 0.5,
    reasoning: 'low',
    workdir: '/srv/news',
  })
  expect(added).toMatchObject({
    status: 201,
    body: {
      name: 'news',
      timezone: 'Europe/Berlin',
      state: 'active',
      created_by: 'person',
      task: { reasoning: 'low', workingDirectory: '/srv/news' },
    },
  })
  const { id } = await book.get('news')
  expect(added.body).toMatchObject({ id })
  expect((await call('GET', '')).body).toMatchObject({ served: false, data: [{ id }] })
  expect((await call('PATCH', `/${id}`, { schedule: 'every 2h', prompt: 'Be brief.' })).body).toMatchObject({
    schedule: 'every 2h',
    task: { prompt: 'Be brief.', maxCostUsd: 0.5 },
  })
  expect((await call('POST', '/news/pause')).body).toMatchObject({ state: 'paused', next_due: null })
  expect((await call('POST', '/news/resume')).body).toMatchObject({ state: 'active' })
  const requested = await call('POST', '/news/run')
  expect(requested).toMatchObject({ status: 202, body: { id, state: 'running', run_id: expect.stringContaining(id) } })
  expect(await call('POST', '/news/run')).toMatchObject({ status: 409, body: { error: { code: 'job_running' } } })
  expect((await book.get(id)).pending).toMatchObject({ trigger: 'manual' })
  expect((await call('GET', `/${id}/runs`)).body).toEqual({ object: 'list', data: [] })
  expect(await call('DELETE', `/${id}`)).toEqual({ status: 200, body: { id, object: 'hermes.job', deleted: true } })
  expect(await book.list()).toEqual([])
})

describe('refuses', () => {
  test.each([
    ['a schedule that is none', { schedule: 'now and then', prompt: 'x' }, 'schedule'],
    ['a time zone that is none', { schedule: 'every 2h', prompt: 'x', timezone: 'Mars/Base' }, 'timezone'],
    ['a job without a task', { schedule: 'every 2h' }, null],
    ['an unknown field', { schedule: 'every 2h', prompt: 'x', folder: '/' }, 'folder'],
    [
      'a folder that depends on where the gateway runs',
      { schedule: 'every 2h', prompt: 'x', workdir: 'src' },
      'workdir',
    ],
  ])('%s', async (_, body, param) => {
    const { call, book } = await openApi()
    expect(await call('POST', '', body)).toMatchObject({ status: 400, body: { error: { param } } })
    expect(await book.list()).toEqual([])
  })

  test('a job that does not exist', async () => {
    const { call } = await openApi()
    expect(await call('POST', '/nothing/pause')).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
  })
})

test('a name that several jobs have is answered with their ids, which identify each of them', async () => {
  const { call } = await openApi()
  const job = { name: 'news', schedule: 'every day at 9am', prompt: 'Summarise the news.' }
  const added = [await call('POST', '', job), await call('POST', '', job)]
  const ids = added.map(({ body }) => String(Object(body).id))
  for (const [method, path] of [
    ['GET', '/news'],
    ['PATCH', '/news'],
    ['POST', '/news/pause'],
    ['DELETE', '/news'],
  ] as const) {
    const refused = await call(method, path, method === 'PATCH' ? { missed: 'skip' } : undefined)
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'ambiguous' } } })
    for (const id of ids) expect(JSON.stringify(refused.body)).toContain(id)
  }
  for (const id of ids) expect(await call('DELETE', `/${id}`)).toMatchObject({ status: 200, body: { id } })
})

test('a job that cannot run with these settings says why before it is due', async () => {
  const { gateway } = await serveChats({ script: [] })
  const response = await fetch(`${gateway.url.replace(/\/v1$/, '')}/api/jobs`, {
    method: 'POST',
    headers: { authorization: 'Bearer test-key', 'content-type': 'application/json' },
    body: JSON.stringify({ schedule: 'every day at 9am', prompt: 'Look.', model: 'large', provider: 'anthropic' }),
  })
  expect(await response.json()).toMatchObject({
    state: 'blocked_config',
    blocked_for: expect.stringContaining('ANTHROPIC_API_KEY'),
  })
})

test('a job that refers to something unknown is refused', async () => {
  const { gateway } = await serveChats({ script: [] })
  for (const names of [
    { deliver: ['telegrm:1'] },
    { deliver: ['origin'] },
    { provider: 'antropic' },
    { script: 'look' },
    { toolsets: ['wbe'] },
  ]) {
    const response = await fetch(`${gateway.url.replace(/\/v1$/, '')}/api/jobs`, {
      method: 'POST',
      headers: { authorization: 'Bearer test-key', 'content-type': 'application/json' },
      body: JSON.stringify({ schedule: 'every day at 9am', prompt: 'Look.', ...names }),
    })
    expect(response.status, JSON.stringify(names)).toBe(400)
    expect(await response.text()).toContain(Object.values(names).flat().join().split(':')[0])
  }
})
