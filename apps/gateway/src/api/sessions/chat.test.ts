import { call, hang, type ScriptedReply, text } from '@hermes/testkit'
import { describe, expect, test } from 'vitest'
import { openTestGateway, type TestGatewayOptions, testKey } from '../../../testing/open-test-gateway.js'
import { readEvents } from '../../../testing/read-events.js'
import { idempotencyHeader } from '../request/idempotency-key.js'

async function setUp(replies: readonly ScriptedReply[], options: TestGatewayOptions = {}) {
  const gateway = await openTestGateway(replies, options)
  const post = (path: string, body: object, headers: Record<string, string> = {}, signal?: AbortSignal) =>
    fetch(`${gateway.url}/api/sessions${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testKey}`, ...headers },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    })
  const answered = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await post(path, body, headers)
    return { status: response.status, body: await response.json() }
  }
  return { ...gateway, post, answered }
}

describe('POST /api/sessions', () => {
  test('creates a session whose first turn has its instructions', async () => {
    const { answered, transport } = await setUp([text('Aye.')])
    const created = await answered('', { id: 's1', title: 'Ships', instructions: 'Speak like a pirate.' })
    expect(created).toMatchObject({ status: 201, body: { id: 's1', title: 'Ships', message_count: 0 } })
    expect(await answered('/s1/chat', { message: 'hi' })).toMatchObject({
      status: 200,
      body: { status: 'completed', session_id: 's1', message: { role: 'assistant', content: 'Aye.' } },
    })
    expect(transport.requests[0]?.system).toContain('Speak like a pirate.')
  })

  test.each([
    ['an id that is taken', { id: 's1' }, 409, 'conflict'],
    ['a title that is taken', { title: 'Ships' }, 409, 'conflict'],
    ['an id that cannot be one', { id: '../x' }, 400, 'invalid_request'],
    ['a title of nothing', { title: '\u200b' }, 400, 'invalid_request'],
  ])('refuses %s', async (_, body, status, code) => {
    const { answered } = await setUp([])
    await answered('', { id: 's1', title: 'Ships' })
    expect(await answered('', body)).toMatchObject({ status, body: { error: { code } } })
  })

  test('creates sessions of a user, which others cannot talk to', async () => {
    const { answered } = await setUp([text('Hello Ada.')])
    await answered('', { id: 's1', user: 'ada' })
    expect((await answered('/s1/chat?user=ben', { message: 'hi' })).status).toBe(403)
    expect(await answered('/s1/chat?user=ada', { message: 'hi' })).toMatchObject({ body: { output: 'Hello Ada.' } })
  })
})

describe('POST /api/sessions/ID/chat', () => {
  test('continues the conversation', async () => {
    const { answered, transport } = await setUp([text('1'), text('2')])
    await answered('', { id: 's1' })
    await answered('/s1/chat', { message: 'one' })
    await answered('/s1/chat', { message: [{ type: 'text', text: 'two' }] })
    expect(transport.requests[1]?.messages).toMatchObject([{ content: 'one' }, { content: '1' }, {}])
  })

  test('needs a session that exists', async () => {
    const { answered } = await setUp([])
    expect(await answered('/unknown/chat', { message: 'hi' })).toMatchObject({ status: 404 })
  })

  test('answers a repeated request once', async () => {
    const { answered, transport } = await setUp([text('1'), text('2')])
    await answered('', { id: 's1' })
    const again = () => answered('/s1/chat', { message: 'one' }, { [idempotencyHeader]: 'k' })
    expect([await again(), await again()]).toMatchObject([{ body: { output: '1' } }, { body: { output: '1' } }])
    expect(transport.requests).toHaveLength(1)
  })

  test('needs the scope chat', async () => {
    const holder = { name: 'reader', scopes: ['sessions' as const] }
    const { answered } = await setUp([], { keys: [{ secret: 'reader-key', holder }] })
    const headers = { authorization: 'Bearer reader-key' }
    expect((await answered('', { id: 's1' }, headers)).status).toBe(201)
    expect(await answered('/s1/chat', { message: 'hi' }, headers)).toMatchObject({
      status: 403,
      body: { error: { code: 'missing_scope' } },
    })
  })
})

describe('POST /api/sessions/ID/chat/stream', () => {
  test('streams the events of the run from its first one to its end', async () => {
    const { answered, post } = await setUp([call('read_file', {}, { text: 'Let me look.' }), text('Done.')])
    await answered('', { id: 's1' })
    const events = await readEvents(await post('/s1/chat/stream', { message: 'read it' }))
    const kinds = events.map(({ event }) => event)
    expect(kinds.filter((kind, index) => kind !== kinds[index - 1])).toEqual([
      'run.started',
      'message.delta',
      'message.completed',
      'tool.started',
      'tool.completed',
      'message.delta',
      'message.completed',
      'run.completed',
    ])
    expect(events.at(0)?.data).toMatchObject({ run: { object: 'hermes.run', session_id: 's1' } })
    expect(events.at(-1)?.data).toMatchObject({ run: { status: 'completed', output: 'Let me look.\n\nDone.' } })
  })

  test('ends the turn when its client leaves', async () => {
    const { answered, post, conversations } = await setUp([hang()])
    await answered('', { id: 's1' })
    const leave = new AbortController()
    const response = await post('/s1/chat/stream', { message: 'hi' }, {}, leave.signal)
    await readEvents(response, ({ event }) => event === 'run.started')
    leave.abort()
    await expect.poll(() => conversations.live.filter(({ state }) => state.activity !== 'idle')).toEqual([])
  })
})
