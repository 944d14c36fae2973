import type { ConfigInput } from '@hermes/runtime'
import { text } from '@hermes/testkit'
import { describe, expect, test } from 'vitest'
import { testKey } from '../../../testing/open-test-gateway.js'
import { serveChats } from '../../../testing/serve-chats.js'
import { commandsHeader } from '../completions/post-completion.js'
import { sessionHeader } from '../request/session-header.js'

type ServerSettings = NonNullable<NonNullable<ConfigInput['gateway']>['api_server']>

async function open(server: ServerSettings = {}) {
  const settings: ConfigInput = {
    gateway: { api_server: { port: 0, key: testKey, model_routes: { fast: { model: 'small' } }, ...server } },
  }
  const { gateway, provider } = await serveChats({ script: () => text('Hello.'), platforms: {}, settings })
  const request = async (path: string, body?: object, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(gateway.url + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${testKey}`, 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: Object(await response.json()) }
  }
  const ask = (fields: object, headers?: Readonly<Record<string, string>>) =>
    request('/v1/chat/completions', { messages: [{ role: 'user', content: 'hi' }], ...fields }, headers)
  /** Returns the models that have answered, by the provider's names. */
  const answered = () => provider.requests.map(({ body }) => body.model)
  return { request, ask, answered }
}

describe('the model of a request', () => {
  test('is the one of its route, and the mere name of another model has no effect', async () => {
    const { request, ask, answered } = await open()
    const names: unknown[] = []
    for (const model of [undefined, 'hermes', 'gpt-4o', 'fast']) names.push((await ask({ model })).body.model)
    names.push((await request('/v1/responses', { input: 'hi', model: 'fast' })).body.model)
    expect(names).toEqual(['hermes', 'hermes', 'hermes', 'fast', 'fast'])
    expect(answered()).toEqual(['fake-model', 'fake-model', 'fake-model', 'small', 'small'])
    const { data } = (await request('/v1/models')).body
    expect(data).toMatchObject([{ id: 'hermes' }, { id: 'fast', object: 'model' }])
    expect((await request('/v1/models/fast')).body).toMatchObject({ id: 'fast' })
  })

  test('is any model of a provider if the request names both', async () => {
    const { ask, answered } = await open()
    expect((await ask({ model: 'huge', provider: 'custom' })).body.model).toBe('huge')
    expect(answered()).toEqual(['huge'])
  })

  test('is any model if the settings allow it', async () => {
    const { ask, answered } = await open({ direct_model_requests: true })
    for (const model of ['huge', 'hermes', 'fast']) await ask({ model })
    expect(answered()).toEqual(['huge', 'fake-model', 'small'])
  })

  test('is overridden by the one that was chosen in the session', async () => {
    const { ask, answered } = await open()
    const session = { [sessionHeader]: 's' }
    await ask({ model: 'fast' }, session)
    await ask({ messages: [{ role: 'user', content: '/model huge' }] }, { ...session, [commandsHeader]: 'true' })
    expect((await ask({ model: 'fast' }, session)).body.model).toBe('hermes')
    await ask({ model: 'fast' })
    expect(answered()).toEqual(['small', 'huge', 'small'])
  })

  test('always counts for runs and chats of sessions, which no OpenAI program calls', async () => {
    const { request, answered } = await open()
    const run = await request('/v1/runs', { input: 'hi', model: 'huge' })
    expect(run).toMatchObject({ status: 202, body: { model: 'huge' } })
    await expect.poll(answered).toEqual(['huge'])
    await request('/api/sessions', { id: 's' })
    expect((await request('/api/sessions/s/chat', { message: 'hi', model: 'fast' })).body.model).toBe('fast')
    expect((await request('/api/sessions/s/chat', { message: 'hi' })).body.model).toBeNull()
    expect(answered()).toEqual(['huge', 'small', 'fake-model'])
  })

  test('can be chosen from a list', async () => {
    const keys = { blog: { key: 'key-of-the-blog', scopes: ['chat' as const] } }
    const { request } = await open({ keys })
    const { body } = await request('/api/model/options')
    expect(body).toMatchObject({
      model: 'fake-model',
      provider: 'custom',
      aliases: ['fast'],
      providers: [{ slug: 'custom', is_current: true, models: ['fake-model'], total_models: 1 }],
    })
    const blog = { authorization: 'Bearer key-of-the-blog' }
    expect((await request('/api/model/options', undefined, blog)).body).toMatchObject({
      aliases: ['fast'],
      providers: [],
    })
  })

  test.each([
    ['a provider that is not the one of the route', { model: 'fast', provider: 'openai' }, 400, 'provider'],
    ['an unknown provider', { model: 'huge', provider: 'nobody' }, 404, 'model'],
  ])('is refused with %s', async (_, fields, status, param) => {
    const { ask, answered } = await open()
    const refused = await ask(fields)
    expect(refused).toMatchObject({ status, body: { error: { param, type: 'invalid_request_error' } } })
    expect(answered()).toEqual([])
  })

  test('is one of the routes for the holder of a named key', async () => {
    const keys = { blog: { key: 'key-of-the-blog', scopes: ['chat' as const] } }
    const blog = { authorization: 'Bearer key-of-the-blog' }
    const closed = await open({ keys })
    expect((await closed.ask({ model: 'fast' }, blog)).status).toBe(200)
    expect((await closed.ask({ model: 'huge', provider: 'custom' }, blog)).status).toBe(403)
    expect((await closed.request('/v1/runs', { input: 'hi', model: 'huge' }, blog)).status).toBe(403)
    expect(closed.answered()).toEqual(['small'])
    const opened = await open({ keys, direct_model_requests: true })
    expect((await opened.ask({ model: 'huge', provider: 'custom' }, blog)).status).toBe(200)
  })
})
