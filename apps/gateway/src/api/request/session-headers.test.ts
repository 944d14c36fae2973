import { call, text } from '@hermes/testkit'
import { describe, expect, test } from 'vitest'
import { openTestGateway, testKey } from '../../../testing/open-test-gateway.js'
import { serveChats } from '../../../testing/serve-chats.js'
import { sessionHeader } from './session-header.js'
import { sessionKeyHeader } from './session-key.js'

const authorization = `Bearer ${testKey}`

function post(url: string, path: string, body: object, headers: Readonly<Record<string, string>> = {}) {
  return fetch(url + path, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

const question = { messages: [{ role: 'user', content: 'What do I play?' }] }

describe('the header of the session key', () => {
  test('names whose memory the request uses', async () => {
    const remember = call('memory', { action: 'add', target: 'user', content: 'Ada plays chess.' })
    const script = [remember, text('Noted.'), text('Chess.'), text('No idea.'), text('No idea.')]
    const { gateway, provider } = await serveChats({ script, platforms: {} })
    const ada = { [sessionKeyHeader]: 'agent:main:phone:ada' }
    const noted = await post(gateway.url, '/v1/chat/completions', question, ada)
    expect(noted.headers.get(sessionKeyHeader)).toBe('agent:main:phone:ada')
    await noted.text()
    // This request uses a new session and another route.
    await (await post(gateway.url, '/v1/responses', { input: 'What do I play?' }, ada)).text()
    await (
      await post(gateway.url, '/v1/chat/completions', question, { [sessionKeyHeader]: 'agent:main:phone:bob' })
    ).text()
    await (await post(gateway.url, '/v1/chat/completions', question)).text()
    const knew = provider.requests.map(({ body }) => JSON.stringify(body.messages).includes('Ada plays chess.'))
    expect(knew).toEqual([false, true, true, false, false])
  })

  test('is the same as "user", which comes first', async () => {
    const { url, store } = await openTestGateway([text('1'), text('2')])
    const headers = { [sessionKeyHeader]: 'ada' }
    const owners: unknown[] = []
    for (const user of [undefined, 'bob']) {
      const { headers: answered } = await post(url, '/v1/chat/completions', { ...question, user }, headers)
      owners.push((await store.sessions.get(answered.get(sessionHeader) ?? ''))?.userId)
    }
    expect(owners).toEqual(['api:ada', 'api:bob'])
    const listed = await fetch(`${url}/api/sessions`, { headers: { authorization, ...headers } })
    expect(Object(await listed.json()).data).toHaveLength(1)
  })

  test('is also repeated in streams, and rejected if it is invalid', async () => {
    const { url } = await openTestGateway([text('1')])
    const longest = 'k'.repeat(256)
    const stream = await post(
      url,
      '/v1/chat/completions',
      { ...question, stream: true },
      { [sessionKeyHeader]: longest },
    )
    expect(stream.headers.get(sessionKeyHeader)).toBe(longest)
    expect(await stream.text()).toContain('[DONE]')
    for (const wrong of ['', `${longest}k`, 'a\tb']) {
      const refused = await post(url, '/v1/chat/completions', question, { [sessionKeyHeader]: wrong })
      expect(refused.status, wrong).toBe(400)
      expect(Object(await refused.json()).error.message).toContain(sessionKeyHeader)
    }
  })
})

describe('the header of the session', () => {
  test('places responses and runs, and names the session in their answers', async () => {
    const { url, transport } = await openTestGateway(['1', '2', '3', '4'].map((reply) => text(reply)))
    const inSession = { [sessionHeader]: 's' }
    const first = await post(url, '/v1/responses', { input: 'a' }, inSession)
    expect(first.headers.get(sessionHeader)).toBe('s')
    const second = await post(url, '/v1/responses', { input: 'b', stream: true }, inSession)
    expect(second.headers.get(sessionHeader)).toBe('s')
    await second.text()
    const run = await post(url, '/v1/runs', { input: 'c' }, inSession)
    expect(run.headers.get(sessionHeader)).toBe('s')
    await expect.poll(() => transport.requests.length).toBe(3)
    expect(transport.requests[2]?.messages.map(({ content }) => content)).toEqual(['a', '1', 'b', '2', 'c'])
    const elsewhere = await post(url, '/v1/responses', { input: 'd', conversation: 'other' }, inSession)
    expect(elsewhere.headers.get(sessionHeader)).not.toBe('s')
  })

  test('is part of a repeated request', async () => {
    const { url } = await openTestGateway([text('1'), text('2')])
    const once = (session: string) =>
      post(url, '/v1/responses', { input: 'a' }, { [sessionHeader]: session, 'Idempotency-Key': 'k' })
    const [one, same, other] = [await once('s'), await once('s'), await once('t')]
    expect(Object(await same.json()).id).toBe(Object(await one.json()).id)
    expect(other.status).toBe(409)
  })
})
