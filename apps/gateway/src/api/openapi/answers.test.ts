import { createHmac } from 'node:crypto'
import { type ContextEngine, TransportError } from '@hermes/core'
import type { QuestionDesk } from '@hermes/core/questions'
import { createScheduler } from '@hermes/scheduler'
import { call, fail, hang, reasoning, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { AnswerCheck, send } from '../../../testing/answer-check.js'
import { openTestGateway, testKey } from '../../../testing/open-test-gateway.js'
import { serveChats } from '../../../testing/serve-chats.js'
import { serveHome } from '../../../testing/serve-home.js'
import { sessionHeader } from '../request/session-header.js'

const check = new AnswerCheck()

const failures = [fail(new TransportError('auth', 'No.'))]

function idOf(answer: unknown): string {
  return z.looseObject({ id: z.string() }).parse(answer).id
}

test('the answers about health and the catalog match the document', async () => {
  const { url } = await serveHome({ key: testKey })
  for (const path of ['/health', '/v1/health', '/livez', '/readyz', '/health/detailed', '/metrics', '/openapi.json']) {
    await check.ask(url, `get ${path}`)
  }
  for (const name of ['models', 'capabilities', 'toolsets', 'skills']) await check.ask(url, `get /v1/${name}`)
  await check.ask(url, 'get /v1/models/{id}', { id: 'hermes' })
  expect(await check.ask(url, 'get /v1/models/{id}', { id: 'other' })).toMatchObject({
    error: { code: 'model_not_found' },
  })
  await check.ask(url, 'get /api/model/options')
  const { gateway } = await serveChats({ script: [] })
  for (const delay of [null, {}]) {
    expect(await check.ask(gateway.url, 'get /health/detailed')).toMatchObject({
      event_loop_delay: delay,
      networks: { net: {} },
      jobs: {},
    })
  }
})

/** Opens a gateway whose tool `read_file` asks what to read. */
async function openAskingGateway(replies: Parameters<typeof openTestGateway>[0]) {
  const desk = Promise.withResolvers<QuestionDesk>()
  const gateway = await openTestGateway(replies, {
    readFile: async (_, { sessionId, run, signal }) => {
      const context = { signal, ...(run && { run }) }
      const asked = { sessionId, tool: 'read_file', subject: '/etc/hosts', reasons: ['It is outside of the project.'] }
      const { decision } = await (await desk.promise).approve(asked, context)
      return decision
    },
  })
  desk.resolve(gateway.questions)
  return gateway
}

test('the answers about runs and their events match the document', async () => {
  const { url } = await openAskingGateway([
    reasoning('It may be there.', call('read_file', {}, { text: 'Let me look.' })),
    text('Done.'),
    hang(),
    ...failures,
  ])
  const body = { input: 'read it', interactive: true, metadata: { ticket: '7' } }
  const headers = { 'idempotency-key': 'k1' }
  const id = idOf(await check.ask(url, 'post /v1/runs', { body, headers }))
  await check.ask(url, 'post /v1/runs', { body, headers })
  const events = await send(url, 'get /v1/runs/{id}/events', { id, query: '?answers=true' })
  await expect
    .poll(() => check.ask(url, 'get /v1/runs/{id}', { id }))
    .toMatchObject({ status: 'waiting', question: { tool: 'read_file' } })
  await check.ask(url, 'post /v1/runs/{id}/approval', { id, body: { answer: { decision: 'once' } } })
  const seen = z.array(z.looseObject({ type: z.string() })).parse(await check.see('get /v1/runs/{id}/events', events))
  expect(new Set(seen.map(({ type }) => type))).toEqual(
    new Set([
      'run.started',
      'reasoning.delta',
      'message.delta',
      'message.completed',
      'tool.started',
      'question.opened',
      'question.settled',
      'tool.completed',
      'run.completed',
    ]),
  )
  expect(await check.ask(url, 'get /v1/runs/{id}', { id })).toMatchObject({ status: 'completed', usage: {} })
  const hanging = idOf(await check.ask(url, 'post /v1/runs', { body: { input: 'wait' } }))
  await expect
    .poll(() => check.ask(url, 'post /v1/runs/{id}/steer', { id: hanging, body: { text: 'Be brief.' } }))
    .toMatchObject({ accepted: true })
  await check.ask(url, 'post /v1/runs/{id}/stop', { id: hanging })
  await check.ask(url, 'post /v1/runs/{id}/stop', { id: hanging })
  const failing = idOf(await check.ask(url, 'post /v1/runs', { body: { input: 'fail' } }))
  await check.ask(url, 'get /v1/runs/{id}/events', { id: failing })
  expect(await check.ask(url, 'get /v1/runs/{id}', { id: failing })).toMatchObject({ status: 'failed' })
})

test('the answers about conversations match the document', async () => {
  const { url } = await openTestGateway([text('Because.')])
  const image = { type: 'input_image', image_url: 'https://example.com/a.png' }
  const items = [
    { role: 'user', content: [{ type: 'input_text', text: 'What is this?' }, image] },
    { role: 'assistant', content: 'A kettle.' },
  ]
  const id = idOf(await check.ask(url, 'post /v1/conversations', { body: { metadata: { topic: 'tea' }, items } }))
  const body = { input: 'Why?', conversation: id }
  const response = idOf(await check.ask(url, 'post /v1/responses', { body }))
  await check.ask(url, 'get /v1/responses/{id}/input_items', { id: response })
  await check.ask(url, 'get /v1/conversations/{id}', { id })
  await check.ask(url, 'post /v1/conversations/{id}', { id, body: { metadata: null } })
  await check.ask(url, 'post /v1/conversations/{id}/items', { id, body: { items } })
  await check.ask(url, 'post /v1/conversations/{id}/items', { id, body: { items: [{ role: 'system', content: 'x' }] } })
  const list = await check.ask(url, 'get /v1/conversations/{id}/items', { id, query: '?order=asc' })
  const [first] = z.object({ data: z.array(z.looseObject({ id: z.string() })) }).parse(list).data
  const operation = 'get /v1/conversations/{id}/items/{item}'
  const item = await send(url, operation.replace('{item}', first?.id ?? ''), { id })
  expect(await check.see(operation, item)).toEqual(first)
  await check.ask(url, 'delete /v1/conversations/{id}', { id })
  await check.ask(url, 'get /v1/conversations/{id}', { id })
})

test('the answers about files match the document', async () => {
  const { url } = await openTestGateway([])
  const body = new FormData()
  body.set('file', new File(['Some notes.'], 'notes.txt'))
  body.set('purpose', 'user_data')
  const id = idOf(await check.ask(url, 'post /v1/files', { body }))
  body.set('purpose', 'batch')
  await check.ask(url, 'post /v1/files', { body })
  expect(await check.ask(url, 'get /v1/files')).toMatchObject({ data: [{ id }] })
  await check.ask(url, 'get /v1/files/{id}', { id })
  expect(await check.ask(url, 'get /v1/files/{id}/content', { id })).toBe('Some notes.')
  await check.ask(url, 'delete /v1/files/{id}', { id })
  expect(await check.ask(url, 'get /v1/files/{id}', { id })).toMatchObject({ error: { code: 'not_found' } })
})

test('the answers about questions match the document', async () => {
  const { url } = await openAskingGateway([call('read_file'), text('Done.')])
  const run = idOf(await check.ask(url, 'post /v1/runs', { body: { input: 'read it', interactive: true } }))
  await expect.poll(() => check.ask(url, 'get /api/questions')).toMatchObject({ data: [{ kind: 'approval' }] })
  const [id = ''] = z
    .object({ data: z.array(z.looseObject({ id: z.string() })) })
    .transform(({ data }) => data.map((question) => question.id))
    .parse(await (await send(url, 'get /api/questions', {})).json())
  const body = { answer: { decision: 'deny', reason: 'Not that one.' } }
  expect(await check.ask(url, 'post /api/questions/{id}', { id, body })).toMatchObject({ accepted: true })
  await check.ask(url, 'post /api/questions/{id}', { id, body })
  await check.ask(url, 'get /v1/runs/{id}/events', { id: run })
})

test('the answers about sessions match the document', async () => {
  const { url } = await openTestGateway([
    reasoning('It may be there.', call('read_file')),
    text('Done.'),
    text('Again.'),
    ...failures,
  ])
  const create = { id: 's1', title: 'Ships', instructions: 'Be brief.' }
  expect(await check.ask(url, 'post /api/sessions', { body: create })).toMatchObject({ message_count: 0 })
  await check.ask(url, 'post /api/sessions', { body: create })
  const message = [
    { type: 'input_text', text: 'What is this?' },
    { type: 'input_image', image_url: 'https://example.com/ship.png' },
  ]
  const chat = { id: 's1', body: { message } }
  expect(await check.ask(url, 'post /api/sessions/{id}/chat', chat)).toMatchObject({ message: { content: 'Done.' } })
  await check.ask(url, 'post /api/sessions/{id}/chat/stream', chat)
  await check.ask(url, 'post /api/sessions/{id}/chat', chat)
  expect(await check.ask(url, 'get /api/sessions/{id}/messages', { id: 's1' })).toMatchObject({
    data: [{ role: 'user' }, { role: 'assistant', tool_calls: [{}] }, { role: 'tool' }, {}, {}, {}, {}],
  })
  await check.ask(url, 'patch /api/sessions/{id}', { id: 's1', body: { title: 'Boats' } })
  await check.ask(url, 'get /api/sessions/{id}', { id: 's1' })
  const branch = idOf(await check.ask(url, 'post /api/sessions/{id}/fork', { id: 's1', body: {} }))
  expect(await check.ask(url, 'get /api/sessions')).toMatchObject({ data: [{}, {}] })
  await check.ask(url, 'delete /api/sessions/{id}', { id: branch })
})

test('the found messages match the document', async () => {
  const { url } = await serveHome({ key: testKey })
  await check.ask(url, 'post /api/sessions', { body: { id: 's1' } })
  await check.ask(url, 'post /api/sessions/{id}/chat', { id: 's1', body: { message: 'What is a blue kettle?' } })
  expect(await check.ask(url, 'get /api/sessions/search', { query: '?q=kettle' })).toMatchObject({ data: [{}] })
})

test('the answers to chat completions match the document', async () => {
  const looks = call('read_file', {}, { text: 'Let me look.' })
  const { url } = await openTestGateway([text('Hello.'), looks, text('Done.'), ...failures, ...failures])
  const post = 'post /v1/chat/completions'
  const body = { model: 'hermes', messages: [{ role: 'user', content: 'hi' }] }
  expect(await check.ask(url, post, { body })).toMatchObject({ choices: [{ message: { content: 'Hello.' } }] })
  const streamed = { ...body, stream: true, stream_options: { include_usage: true } }
  expect(await check.ask(url, post, { body: streamed })).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ tool_progress: expect.objectContaining({ status: 'completed' }) }),
      expect.objectContaining({ usage: expect.objectContaining({ total_tokens: 60 }), choices: [] }),
    ]),
  )
  expect(await check.ask(url, post, { body: streamed })).toEqual(
    expect.arrayContaining([expect.objectContaining({ error: expect.anything() })]),
  )
  expect(await check.ask(url, post, { body })).toMatchObject({ error: { type: 'server_error' } })
  expect(await check.ask(url, post, { body: { ...body, n: 2 } })).toMatchObject({ error: { param: 'n' } })
})

test('the events about compressions match the document', async () => {
  const contextEngine: ContextEngine = {
    id: 'newest',
    shouldCompress: ({ messages }) => messages.length === 3,
    compress: async ({ messages, state }) => {
      return { status: 'compressed', messages: messages.slice(2), state, tokensBefore: 3000, tokensAfter: 1000 }
    },
  }
  const { url } = await openTestGateway([text('1'), text('2'), text('3'), text('4')], { contextEngine })
  const chat = { body: { messages: [{ role: 'user', content: 'hi' }] }, headers: { [sessionHeader]: 'long' } }
  await check.ask(url, 'post /v1/chat/completions', chat)
  const streamed = { ...chat, body: { ...chat.body, stream: true } }
  expect(await check.ask(url, 'post /v1/chat/completions', streamed)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ compression: expect.objectContaining({ status: 'compressed' }) }),
    ]),
  )
  await check.ask(url, 'post /api/sessions', { body: { id: 's1' } })
  const message = { id: 's1', body: { message: 'hi' } }
  await check.ask(url, 'post /api/sessions/{id}/chat', message)
  expect(await check.ask(url, 'post /api/sessions/{id}/chat/stream', message)).toEqual(
    expect.arrayContaining([expect.objectContaining({ type: 'compression.ended' })]),
  )
})

test('the answers about responses and their events match the document', async () => {
  const looks = call('read_file', {}, { text: 'Let me look.' })
  const { url } = await openTestGateway([text('Hello.'), looks, text('Done.'), ...failures, hang()])
  const post = 'post /v1/responses'
  const metadata = { ticket: '7' }
  const body = { input: 'hi', instructions: 'Be brief.', user: 'ada', conversation: 'c', metadata }
  const id = idOf(await check.ask(url, post, { body }))
  expect(await check.ask(url, 'get /v1/responses/{id}', { id })).toMatchObject({ usage: { total_tokens: 30 } })
  const again = await check.ask(url, 'get /v1/responses/{id}', { id, query: '?stream=true' })
  const streamed = await check.ask(url, post, { body: { ...body, stream: true } })
  for (const events of [again, streamed]) {
    const types = z.array(z.looseObject({ type: z.string() })).parse(events)
    expect(new Set(types.map(({ type }) => type))).toEqual(
      new Set([
        'response.created',
        'response.in_progress',
        'response.output_item.added',
        'response.content_part.added',
        'response.output_text.delta',
        'response.output_text.done',
        'response.content_part.done',
        'response.output_item.done',
        'response.completed',
      ]),
    )
  }
  expect(await check.ask(url, post, { body: { ...body, stream: true } })).toEqual(
    expect.arrayContaining([expect.objectContaining({ type: 'response.failed' })]),
  )
  const waiting = idOf(await check.ask(url, post, { body: { input: 'wait', background: true } }))
  expect(await check.ask(url, 'delete /v1/responses/{id}', { id: waiting })).toMatchObject({ error: {} })
  expect(await check.ask(url, 'post /v1/responses/{id}/cancel', { id: waiting })).toMatchObject({ status: 'cancelled' })
  await check.ask(url, 'delete /v1/responses/{id}', { id: waiting })
})

test('the answers about jobs match the document', async () => {
  const { url, store } = await openTestGateway([])
  const body = {
    name: 'news',
    schedule: 'every day at 9am',
    timezone: 'Europe/Berlin',
    prompt: 'Summarise the news.',
    toolsets: ['files'],
    deliver: ['shelf', 'shelf:2'],
    repeat: 3,
    max_cost_usd: 0.5,
  }
  const id = idOf(await check.ask(url, 'post /api/jobs', { body }))
  await check.ask(url, 'patch /api/jobs/{id}', { id, body: { reasoning: 'low' } })
  await check.ask(url, 'post /api/jobs/{id}/pause', { id })
  await check.ask(url, 'post /api/jobs/{id}/resume', { id })
  await check.ask(url, 'post /api/jobs/{id}/run', { id })
  const shelf = { serves: () => true, send: async () => 'On the shelf.' }
  const run = async () => ({ status: 'completed' as const, text: 'Nothing new.', sessionId: 's1' })
  await createScheduler({ store, run, deliveries: [shelf] }).tick(new AbortController().signal)
  expect(await check.ask(url, 'get /api/jobs/{id}/runs', { id })).toMatchObject({
    data: [{ state: 'completed', deliveries: [{ detail: 'On the shelf.' }, {}] }],
  })
  await check.ask(url, 'get /api/jobs/{id}', { id })
  expect(await check.ask(url, 'get /api/jobs')).toMatchObject({ data: [{ last_status: 'completed' }] })
  await check.ask(url, 'delete /api/jobs/{id}', { id })
})

test('the answers about usage match the document', async () => {
  const holder = { name: 'blog', scopes: ['chat' as const], tokens_per_day: 1000 }
  const { url } = await openTestGateway([], { keys: [{ secret: 'blog-key', holder }] })
  expect(await check.ask(url, 'get /api/usage')).toMatchObject({ data: [{ key: 'blog', usd_per_day: null }] })
})

test('the answers to events of other services match the document', async () => {
  const secret = 'a-made-up-webhook-secret'
  const issues = { secret, signature: 'github' as const, events: ['issues'], deliver_only: true, prompt: '{title}' }
  const { gateway } = await serveChats({ script: [], settings: { webhooks: { issues } } })
  const deliver = (event: string, body: object) => {
    const signature = createHmac('sha256', secret).update(JSON.stringify(body)).digest('hex')
    const signed = { 'x-hub-signature-256': `sha256=${signature}`, 'x-github-delivery': 'd1', 'x-github-event': event }
    return check.ask(gateway.url, 'post /webhooks/{route}', { id: 'issues', body, headers: signed })
  }
  expect(await deliver('issues', { title: 'Crash' })).toMatchObject({ status: 'accepted' })
  expect(await deliver('issues', { title: 'Crash' })).toMatchObject({ status: 'duplicate' })
  expect(await deliver('stars', {})).toMatchObject({ status: 'ignored' })
  expect(await deliver('url_verification', { challenge: 'c1' })).toEqual({ challenge: 'c1' })
  expect(await check.ask(gateway.url, 'post /webhooks/{route}', { id: 'other' })).toMatchObject({ error: {} })
})

test('the answers to all operations were compared, except those that a chat network expects', () => {
  expect(check.unseen).toEqual(['post /platforms/{name}'])
})
