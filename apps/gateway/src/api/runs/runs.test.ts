import { TransportError } from '@hermes/core'
import { call, fail, hang, type ScriptedReply, text } from '@hermes/testkit'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { openTestGateway, type TestGatewayOptions, testKey } from '../../../testing/open-test-gateway.js'
import { readEvents } from '../../../testing/read-events.js'

async function setUp(replies: Iterable<ScriptedReply>, options: TestGatewayOptions = {}) {
  const gateway = await openTestGateway(replies, options)
  const request = (path: string, { body, headers = {}, method = body ? 'POST' : 'GET' }: RequestParts = {}) =>
    fetch(`${gateway.url}/v1/runs${path}`, {
      method,
      headers: { authorization: `Bearer ${testKey}`, 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
  const post = async (body: object, headers: Record<string, string> = {}) => runOf(await request('', { body, headers }))
  const get = async (id: string) => runOf(await request(`/${id}`))
  return { ...gateway, request, post, get }
}

afterEach(() => void vi.useRealTimers())

const runSchema = z.looseObject({ id: z.string(), status: z.string(), output: z.string().nullable() })

async function runOf(response: Response) {
  return runSchema.parse(await response.json())
}

const errorSchema = z.looseObject({ error: z.looseObject({ code: z.string(), message: z.string() }) })

async function errorOf(response: Response) {
  return errorSchema.parse(await response.json()).error
}

interface RequestParts {
  readonly body?: object
  readonly headers?: Record<string, string>
  readonly method?: string
}

describe('a run', () => {
  test('is accepted at once and ends with the answer', async () => {
    const reading = Promise.withResolvers<string>()
    const { request, get } = await setUp([call('read_file'), text('Done.')], { readFile: () => reading.promise })
    const response = await request('', { body: { input: 'read it', metadata: { ticket: '7' } } })
    expect(response.status).toBe(202)
    const run = await runOf(response)
    expect(run).toMatchObject({ object: 'hermes.run', status: 'running', output: null, metadata: { ticket: '7' } })
    reading.resolve('contents')
    await expect.poll(async () => (await get(run.id)).status).toBe('completed')
    expect(await get(run.id)).toMatchObject({ output: 'Done.', usage: { total_tokens: 60 }, error: null })
  })

  test('waits behind the running one of its session', async () => {
    const reading = Promise.withResolvers<string>()
    const { post, get } = await setUp([call('read_file'), text('1'), text('2')], { readFile: () => reading.promise })
    const first = await post({ input: 'one', session_id: 's1' })
    const second = await post({ input: 'two', session_id: 's1' })
    expect([first.status, second.status]).toEqual(['running', 'queued'])
    reading.resolve('contents')
    await expect.poll(async () => (await get(second.id)).output).toBe('2')
  })

  test('is not started again by a request with the same key', async () => {
    const { post, request, transport } = await setUp([text('1'), text('2')])
    const headers = { 'idempotency-key': 'k1' }
    const first = await post({ input: 'one' }, headers)
    expect((await post({ input: 'one' }, headers)).id).toBe(first.id)
    expect(await errorOf(await request('', { body: { input: 'two' }, headers }))).toMatchObject({
      code: 'idempotency_conflict',
    })
    expect(transport.requests.length).toBeLessThanOrEqual(1)
  })

  test('is a different one if the key is used again after a day', async () => {
    const { post, request } = await setUp([text('1'), text('2'), text('3')])
    const headers = { 'idempotency-key': 'k1' }
    vi.useFakeTimers({ toFake: ['Date'] })
    const pass = (hours: number) => vi.setSystemTime(Date.now() + hours * 3_600_000)
    const first = await post({ input: 'one' }, headers)
    pass(23.9)
    expect((await post({ input: 'one' }, headers)).id).toBe(first.id)
    pass(0.2)
    const second = await post({ input: 'two' }, headers)
    expect(second.id).not.toBe(first.id)
    expect((await post({ input: 'two' }, headers)).id).toBe(second.id)
    expect(await errorOf(await request('', { body: { input: 'one' }, headers }))).toMatchObject({
      code: 'idempotency_conflict',
    })
    expect((await request(`/${first.id}`)).status).toBe(200)
    pass(24.1)
    expect([first.id, second.id]).not.toContain((await post({ input: 'one' }, headers)).id)
  })

  test('can be stopped, running or queued', async () => {
    const { post, request } = await setUp([hang(), text('never')])
    const running = await post({ input: 'one', session_id: 's1' })
    const queued = await post({ input: 'two', session_id: 's1' })
    const steered = await request(`/${queued.id}/steer`, { body: { text: 'Be brief.' } })
    expect((await errorOf(steered)).message).toBe(`The run "${queued.id}" has not begun.`)
    const stop = (id: string) => request(`/${id}/stop`, { method: 'POST' })
    expect((await runOf(await stop(queued.id))).status).toBe('cancelled')
    expect((await runOf(await stop(running.id))).status).toBe('cancelled')
    expect(await errorOf(await stop(running.id))).toMatchObject({
      code: 'not_running',
      message: `The run "${running.id}" has ended: it is cancelled.`,
    })
  })

  test('keeps the text that was shown before it was stopped', async () => {
    const { post, get, request } = await setUp([call('read_file', {}, { text: 'Let me look.' }), hang(text('It says'))])
    const { id } = await post({ input: 'read it' })
    await readEvents(await request(`/${id}/events`), ({ data }) => JSON.stringify(data).includes('says'))
    const stopped = await runOf(await request(`/${id}/stop`, { method: 'POST' }))
    expect(stopped).toMatchObject({ status: 'cancelled', output: 'Let me look.\n\nIt says' })
    expect(await get(id)).toEqual(stopped)
  })

  test('has the usage of the calls before it was stopped', async () => {
    const { post, request } = await setUp([call('read_file')], {
      readFile: (_, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', reject)),
    })
    const { id } = await post({ input: 'read it' })
    await readEvents(await request(`/${id}/events`), ({ event }) => event === 'tool.started')
    const stopped = await runOf(await request(`/${id}/stop`, { method: 'POST' }))
    expect(stopped).toMatchObject({ status: 'cancelled', usage: { total_tokens: 30 } })
  })

  test('continues with a text that arrives while its answer is written', async () => {
    const answered = Promise.withResolvers<void>()
    const answering = async () => {
      await answered.promise
      return text('One.')
    }
    const { post, request, get, transport, store } = await setUp([answering, text('Two.')])
    const { id, session_id: sessionId } = await post({ input: 'go' })
    await expect.poll(() => transport.requests.length).toBe(1)
    expect(await (await request(`/${id}/steer`, { body: { text: 'More.' } })).json()).toMatchObject({ accepted: true })
    answered.resolve()
    const events = await readEvents(await request(`/${id}/events`))
    expect(events.map(({ event }) => event)).toContain('run.steered')
    expect(await get(id)).toMatchObject({ status: 'completed', output: 'One.\n\nTwo.', usage: { total_tokens: 60 } })
    const stored = await store.messages.load(z.string().parse(sessionId))
    expect(stored.map(({ message }) => message.content)).toEqual(['go', 'One.', 'More.', 'Two.'])
  })

  test('reports which texts its model has not read when it fails', async () => {
    const answered = Promise.withResolvers<void>()
    const answering = async () => {
      await answered.promise
      return fail(new TransportError('auth', 'No.'))
    }
    const { post, request, transport, store } = await setUp([answering])
    const { id } = await post({ input: 'go' })
    await expect.poll(() => transport.requests.length).toBe(1)
    await request(`/${id}/steer`, { body: { text: 'More.' } })
    answered.resolve()
    const events = await readEvents(await request(`/${id}/events`))
    expect(events.slice(-2)).toMatchObject([
      { event: 'run.steer_dropped', data: { text: 'More.' } },
      { event: 'run.failed' },
    ])
    await expect.poll(() => store.queue?.list({ queue: 'inputs' })).toEqual([])
  })

  test('can be steered while it is running, not after', async () => {
    const reading = Promise.withResolvers<string>()
    const { post, get, request, transport } = await setUp([call('read_file'), text('Done.')], {
      readFile: () => reading.promise,
    })
    const { id } = await post({ input: 'read it' })
    await expect.poll(() => transport.requests.length).toBe(1)
    const steer = () => request(`/${id}/steer`, { body: { text: 'Be brief.' } })
    await expect.poll(async () => (await steer()).text()).toContain('"accepted":true')
    reading.resolve('contents')
    await expect.poll(async () => (await get(id)).status).toBe('completed')
    expect(JSON.stringify(transport.requests[1]?.messages)).toContain('Be brief.')
    const late = await steer()
    expect(late.status).toBe(409)
    expect((await errorOf(late)).message).toBe(`The run "${id}" has ended: it is completed.`)
  })

  test('belongs to the user that it was started for', async () => {
    const { post, request } = await setUp([text('1')])
    const { id } = await post({ input: 'one', user: 'ada' })
    expect((await request(`/${id}?user=ada`)).status).toBe(200)
    expect((await request(`/${id}?user=ben`)).status).toBe(404)
    expect((await request(`/${id}`)).status).toBe(200)
  })
})

describe('the events of a run', () => {
  test('start with its first one, and end with the whole run', async () => {
    const { post, request } = await setUp([call('read_file', {}, { text: 'Let me look.' }), text('Done.')])
    const { id } = await post({ input: 'read it' })
    const events = await readEvents(await request(`/${id}/events`))
    expect(events.at(-1)).toMatchObject({
      event: 'run.completed',
      data: { run: { output: expect.stringContaining('Done.') } },
    })
  })

  test('continue after the last one that the client has', async () => {
    const reading = Promise.withResolvers<string>()
    const { post, request } = await setUp([call('read_file', {}, { text: 'Let me look.' }), text('Done.')], {
      readFile: () => reading.promise,
    })
    const { id } = await post({ input: 'read it' })
    const first = await readEvents(await request(`/${id}/events`), ({ event }) => event === 'tool.started')
    const rest = request(`/${id}/events`, { headers: { 'last-event-id': first.at(-1)?.id ?? '' } })
    const response = await rest
    reading.resolve('contents')
    const second = await readEvents(response)
    const names = [...first, ...second].map(({ event }) => event)
    expect(names.filter((name) => name === 'tool.started')).toHaveLength(1)
    expect(names).toContain('tool.completed')
    expect(names.at(-1)).toBe('run.completed')
  })

  test('are still available to a client that lost its connection before the end of the run', async () => {
    const reading = Promise.withResolvers<string>()
    const { post, get, request } = await setUp([call('read_file', {}, { text: 'Let me look.' }), text('Done.')], {
      readFile: () => reading.promise,
    })
    const { id } = await post({ input: 'read it' })
    const first = await readEvents(await request(`/${id}/events`), ({ event }) => event === 'tool.started')
    reading.resolve('contents')
    await expect.poll(async () => (await get(id)).status).toBe('completed')
    const after = (event: string | undefined) =>
      request(`/${id}/events`, { headers: { 'last-event-id': event ?? '' } }).then((response) => readEvents(response))
    const names = (await after(first.at(-1)?.id)).map(({ event }) => event)
    expect(names).toEqual(expect.arrayContaining(['tool.completed', 'message.delta', 'message.completed']))
    expect(names).not.toContain('tool.started')
    expect(names.at(-1)).toBe('run.completed')
    const all = (await after(undefined)).map(({ event }) => event)
    const lagged = await after('1')
    expect(lagged.map(({ event }) => event)).toEqual(['run.lagged', ...all])
    // It is not known how many events came before.
    expect(lagged[0]?.data).toEqual({ type: 'run.lagged' })
  })

  test('are the last 256 after the end of the run', async () => {
    const reading = Promise.withResolvers<string>()
    const long = text('x'.repeat(300), { pace: { pieceSize: 1 } })
    const { post, get, request } = await setUp([call('read_file'), long], { readFile: () => reading.promise })
    const { id } = await post({ input: 'read it' })
    const first = await readEvents(await request(`/${id}/events`), ({ event }) => event === 'tool.started')
    reading.resolve('contents')
    await expect.poll(async () => (await get(id)).status).toBe('completed')
    const headers = { 'last-event-id': first.at(-1)?.id ?? '' }
    const rest = await readEvents(await request(`/${id}/events`, { headers }))
    expect(rest.map(({ event }) => event)).toEqual([
      'run.lagged',
      ...Array.from({ length: 255 }, () => 'message.delta'),
      'message.completed',
      'run.completed',
    ])
  })

  test.each([
    ['without an event to begin after', {}],
    ['after 0', { 'last-event-id': '0' }],
  ])('of an ended run are all of its events, %s', async (_, headers: Record<string, string>) => {
    const { post, get, request } = await setUp([call('read_file'), text('Done.', { pace: { pieceSize: 5 } })])
    const { id } = await post({ input: 'read it' })
    await expect.poll(async () => (await get(id)).status).toBe('completed')
    expect((await readEvents(await request(`/${id}/events`, { headers }))).map(({ event }) => event)).toEqual([
      'run.started',
      'message.completed',
      'tool.started',
      'tool.completed',
      'message.delta',
      'message.completed',
      'run.completed',
    ])
  })
})
