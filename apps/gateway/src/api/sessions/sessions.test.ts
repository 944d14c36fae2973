import { hang, type ScriptedReply, text } from '@hermes/testkit'
import { describe, expect, test } from 'vitest'
import { openTestGateway, testKey } from '../../../testing/open-test-gateway.js'
import { serveHome } from '../../../testing/serve-home.js'

async function setUp(replies: readonly (string | ScriptedReply)[]) {
  const gateway = await openTestGateway(replies.map((reply) => (typeof reply === 'string' ? text(reply) : reply)))
  const request = async (path: string, method = 'GET', body?: object) => {
    const response = await fetch(`${gateway.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${testKey}` },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }
  const say = (input: string, fields: object = {}) => request('/v1/responses', 'POST', { input, ...fields })
  return { ...gateway, request, say }
}

describe('/api/sessions', () => {
  test('lists sessions of the API with their messages', async () => {
    const { request, say, store } = await setUp(['Hello.'])
    await store.sessions.create({ id: 'private', source: 'cli', startedAtMs: 1 })
    await say('hi', { conversation: 'c' })
    const [session] = await store.sessions.find({ source: 'api_server' })
    expect(await request('/api/sessions')).toMatchObject({ status: 200, body: { data: [{ id: session?.id }] } })
    expect(await request(`/api/sessions/${session?.id}/messages`)).toMatchObject({
      body: {
        data: [
          { role: 'user', content: 'hi' },
          { role: 'assistant', content: 'Hello.' },
        ],
      },
    })
    expect(await request('/api/sessions/private')).toMatchObject({ status: 403 })
    expect(await request('/api/sessions/unknown')).toMatchObject({ status: 404 })
  })

  test('renames, archives, forks and deletes them', async () => {
    const { request, say, store } = await setUp(['A kettle.'])
    await say('what is blue?')
    const [session] = await store.sessions.find()
    const path = `/api/sessions/${session?.id}`
    expect(await request(path, 'PATCH', { title: 'Blue things' })).toMatchObject({ body: { title: 'Blue things' } })
    expect(await request(`${path}/fork`, 'POST', {})).toMatchObject({ status: 201, body: { link: 'branch' } })
    expect(await request(path, 'PATCH', { archived: true })).toMatchObject({ body: { archived: true } })
    expect(await request('/api/sessions?archived=true')).toMatchObject({ body: { data: [{ id: session?.id }] } })
    expect(await request(path, 'DELETE')).toMatchObject({ body: { deleted: true } })
    expect(await request(path)).toMatchObject({ status: 404 })
  })

  test('forks a session without the running turn', async () => {
    const { request, transport } = await setUp(['1', hang(text('2')), '3'])
    await request('/api/sessions', 'POST', { id: 'kettle' })
    const chat = (id: string, message: string) => request(`/api/sessions/${id}/chat`, 'POST', { message })
    await chat('kettle', 'one')
    await request('/v1/runs', 'POST', { input: 'two', session_id: 'kettle' })
    await expect.poll(() => transport.requests.length).toBe(2)
    await request('/api/sessions/kettle/fork', 'POST', { id: 'fork' })
    expect(await chat('fork', 'three')).toMatchObject({ body: { output: '3' } })
    expect(transport.requests[2]?.messages.map(({ content }) => content)).toEqual(['one', '1', 'three'])
  })

  test('forks a session under an id from the client, once', async () => {
    const { request } = await setUp([])
    await request('/api/sessions', 'POST', { id: 'kettle', user: 'ada' })
    const fork = (body: object) => request('/api/sessions/kettle/fork', 'POST', body)
    expect(await fork({ id: 'kettle-2' })).toMatchObject({ status: 201, body: { id: 'kettle-2', link: 'branch' } })
    expect(await request('/api/sessions/kettle-2?user=ada')).toMatchObject({ status: 200, body: { id: 'kettle-2' } })
    expect(await fork({ id: 'kettle-2' })).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } })
    expect(await fork({ id: '../kettle' })).toMatchObject({ status: 400 })
  })

  test('refuses a title that is taken, or empty, wherever it is given', async () => {
    const { request } = await setUp([])
    for (const id of ['one', 'two']) await request('/api/sessions', 'POST', { id, title: id })
    const named = (title: string) => [
      request('/api/sessions', 'POST', { title }),
      request('/api/sessions/two', 'PATCH', { title }),
      request('/api/sessions/two/fork', 'POST', { title }),
    ]
    const taken = { status: 409, body: { error: { code: 'conflict' } } }
    expect(await Promise.all(named('one'))).toMatchObject([taken, taken, taken])
    const empty = { status: 400, body: { error: { param: 'title' } } }
    expect(await Promise.all(named(' '))).toMatchObject([empty, empty, empty])
  })

  test('lists them in pages', async () => {
    const { request, store } = await setUp([])
    for (const [index, id] of ['oldest', 'older', 'newest'].entries()) {
      await store.sessions.create({ id, source: 'api_server', startedAtMs: index + 1 })
    }
    const page = (query: string) => request(`/api/sessions?limit=2${query}`)
    const ids = (...all: readonly string[]) => all.map((id) => ({ id }))
    expect(await page('')).toMatchObject({
      body: { data: ids('newest', 'older'), limit: 2, offset: 0, has_more: true },
    })
    expect(await page('&offset=1')).toMatchObject({ body: { data: ids('older', 'oldest'), has_more: false } })
    expect(await page('&offset=2')).toMatchObject({ body: { data: ids('oldest'), has_more: false } })
    expect(await page('&offset=3')).toMatchObject({ status: 200, body: { data: [], has_more: false } })
    expect(await page('&offset=-1')).toMatchObject({ status: 400, body: { error: { param: 'offset' } } })
  })

  test('finds messages', async () => {
    const { url } = await serveHome({ key: testKey })
    const headers = { authorization: `Bearer ${testKey}` }
    const body = JSON.stringify({ input: 'what is a blue kettle?' })
    await fetch(`${url}/v1/responses`, { method: 'POST', headers, body })
    const found = await fetch(`${url}/api/sessions/search?q=kettle`, { headers })
    expect(await found.json()).toMatchObject({ data: [{ role: 'user' }] })
  })

  test('keeps the sessions of users apart', async () => {
    const { request, say, store } = await setUp(['1', '2'])
    await say('one', { user: 'ada' })
    await say('two', { user: 'ben' })
    const [ada] = (await store.sessions.find()).filter(({ userId }) => userId === 'api:ada')
    expect(await request('/api/sessions?user=ada')).toMatchObject({ body: { data: [{ id: ada?.id }] } })
    expect(await request(`/api/sessions/${ada?.id}?user=ben`)).toMatchObject({ status: 403 })
    expect(await request(`/api/sessions/${ada?.id}/messages`)).toMatchObject({ status: 200 })
  })
})

describe('/api/questions', () => {
  test('lists the open questions of the API and answers them', async () => {
    const { request, questions, say, store } = await setUp(['1'])
    await say('hi')
    const [session] = await store.sessions.find()
    questions.attach({ name: 'test' })
    const answered = questions.clarify(
      { sessionId: session?.id ?? '', text: 'Which colour?', choices: ['red', 'blue'] },
      { signal: new AbortController().signal },
    )
    await expect.poll(() => request('/api/questions')).toMatchObject({ body: { data: [{ text: 'Which colour?' }] } })
    const [question] = await questions.open()
    expect(await request(`/api/questions/${question?.id}`, 'POST', { answer: { decision: 'once' } })).toMatchObject({
      status: 400,
      body: { error: { message: 'The question is not an approval: answer it with a text.' } },
    })
    expect(await request(`/api/questions/${question?.id}`, 'POST', { answer: { text: 'blue' } })).toMatchObject({
      body: { accepted: true },
    })
    expect(await answered).toBe('blue')
    expect(await request(`/api/questions/${question?.id}`, 'POST', { answer: { text: 'red' } })).toMatchObject({
      status: 404,
    })
  })
})
