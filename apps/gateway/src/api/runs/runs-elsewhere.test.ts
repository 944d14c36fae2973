import { join } from 'node:path'
import type { QuestionDesk } from '@hermes/core/questions'
import { createSqliteStore } from '@hermes/state'
import { call, hang, type ScriptedReply, text } from '@hermes/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { openTestGateway, type TestGatewayOptions, testKey } from '../../../testing/open-test-gateway.js'
import { readEvents } from '../../../testing/read-events.js'
import { temporaryHome } from '../../../testing/serve-home.js'
import { recoverRuns } from './takeover/recover-runs.js'

const idSchema = z.looseObject({ id: z.string(), session_id: z.string() })
const errorSchema = z.looseObject({ error: z.looseObject({ code: z.string(), message: z.string() }) })

/** Opens two gateways on one store. The first one has the replies. */
async function twoGateways(
  replies: Iterable<ScriptedReply>,
  options: TestGatewayOptions = {},
  replies2: Iterable<ScriptedReply> = [],
) {
  const path = join(temporaryHome(), 'state.db')
  const stores = [await createSqliteStore({ path }), await createSqliteStore({ path })] as const
  onTestFinished(async () => {
    for (const store of stores) await store[Symbol.asyncDispose]()
  })
  const first = await openTestGateway(replies, { ...options, store: stores[0] })
  const second = await openTestGateway(replies2, { ...options, store: stores[1] })
  const eventsAt2 = (path: string) => fetch(`${second.url}${path}`, { headers: testHeaders })
  return { first, second, at1: requestsTo(first.url), at2: requestsTo(second.url), eventsAt2 }
}

const testHeaders = { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' }

function requestsTo(url: string) {
  return async (path: string, body?: object, method = body ? 'POST' : 'GET', others: Record<string, string> = {}) => {
    const headers = { ...testHeaders, ...others }
    const response = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return { status: response.status, body: z.json().parse(await response.json()) }
  }
}

type Requests = ReturnType<typeof requestsTo>

/** Starts a run, and resolves when its model call has started. */
async function begin(
  { first, at1 }: { first: { transport: { requests: readonly unknown[] } }; at1: Requests },
  sent: object = {},
) {
  const run = idSchema.parse((await at1('/v1/runs', { input: 'go', ...sent })).body)
  await expect.poll(() => first.transport.requests.length).toBe(1)
  return run
}

async function takeOver({ first, second }: Awaited<ReturnType<typeof twoGateways>>): Promise<void> {
  await first.conversations.drain({ signal: AbortSignal.abort() })
  await recoverRuns(second.services)
}

describe('a run of another gateway', () => {
  test('is stopped', async () => {
    const gateways = await twoGateways([hang()])
    const { id } = await begin(gateways)
    expect(await gateways.at2(`/v1/runs/${id}/stop`, undefined, 'POST')).toMatchObject({
      status: 200,
      body: { status: 'cancelled' },
    })
    expect((await gateways.at1(`/v1/runs/${id}`)).body).toMatchObject({ status: 'cancelled' })
  })

  test('is a response that is canceled', async () => {
    const { first, at1, at2 } = await twoGateways([hang()])
    const sent = await at1('/v1/responses', { input: 'go', background: true })
    const { id } = z.looseObject({ id: z.string() }).parse(sent.body)
    await expect.poll(() => first.transport.requests.length).toBe(1)
    const cancelled = await at2(`/v1/responses/${id}/cancel`, undefined, 'POST')
    expect(cancelled).toMatchObject({ status: 200, body: { id, status: 'cancelled' } })
    expect((await at1(`/v1/responses/${id}`)).body).toMatchObject({ status: 'cancelled' })
  })

  test('is removed from the queue', async () => {
    const gateways = await twoGateways([hang()])
    await begin(gateways, { session_id: 's1' })
    const { id } = idSchema.parse((await gateways.at1('/v1/runs', { input: 'next', session_id: 's1' })).body)
    expect((await gateways.at2(`/v1/runs/${id}`)).body).toMatchObject({ status: 'queued' })
    expect((await gateways.at2(`/v1/runs/${id}/steer`, { text: 'faster' })).status).toBe(409)
    const stopped = await gateways.at2(`/v1/runs/${id}/stop`, undefined, 'POST')
    expect(stopped).toMatchObject({ status: 200, body: { status: 'cancelled' } })
  })

  test('is steered', async () => {
    const reading = Promise.withResolvers<string>()
    const gateways = await twoGateways([call('read_file'), text('Done.')], { readFile: () => reading.promise })
    const { id } = await begin(gateways)
    const steered = await gateways.at2(`/v1/runs/${id}/steer`, { text: 'Be brief.' })
    expect(steered).toMatchObject({ status: 200, body: { id, accepted: true } })
    reading.resolve('contents')
    await expect
      .poll(async () => (await gateways.at2(`/v1/runs/${id}`)).body)
      .toMatchObject({ status: 'completed', output: 'Done.' })
    expect(JSON.stringify(gateways.first.transport.requests[1]?.messages)).toContain('Be brief.')
  })

  test('shows its question, and takes the answer', async () => {
    const desk = Promise.withResolvers<QuestionDesk>()
    const gateways = await twoGateways([call('read_file'), text('Done.')], {
      readFile: async (_, { sessionId, run, signal }) => {
        const asked = { sessionId, text: 'Which?', choices: [] }
        return (await (await desk.promise).clarify(asked, { signal, ...(run && { run }) })) ?? 'nobody'
      },
    })
    desk.resolve(gateways.first.questions)
    const { id } = await begin(gateways, { interactive: true })
    const seen = async () => (await gateways.at2(`/v1/runs/${id}`)).body
    await expect.poll(seen).toMatchObject({ status: 'waiting', question: { text: 'Which?' } })
    const answered = await gateways.at2(`/v1/runs/${id}/approval`, { answer: { text: 'the red one' } })
    expect(answered).toMatchObject({ status: 200, body: { accepted: true } })
    await expect.poll(seen).toMatchObject({ status: 'completed', question: null })
    expect(JSON.stringify(gateways.first.transport.requests[1]?.messages)).toContain('the red one')
  })

  test('is followed to its end', async () => {
    const reading = Promise.withResolvers<string>()
    const gateways = await twoGateways([call('read_file', {}, { text: 'Looking.' }), text('Done.')], {
      readFile: () => reading.promise,
    })
    const { id } = await begin(gateways)
    const seen = await readEvents(await gateways.eventsAt2(`/v1/runs/${id}/events`), ({ event }) => {
      if (event === 'tool.started') reading.resolve('contents')
      return false
    })
    expect(seen.map(({ event }) => event)).toEqual([
      'run.lagged',
      'run.started',
      'message.completed',
      'tool.started',
      'tool.completed',
      'message.completed',
      'run.completed',
    ])
    expect(seen.map(({ data }) => data)).toMatchObject([
      {},
      {},
      { content: 'Looking.' },
      { name: 'read_file' },
      { name: 'read_file' },
      { content: 'Done.' },
      { run: { id, output: 'Looking.\n\nDone.', usage: { total_tokens: 60 } } },
    ])
  })

  test('is followed when this gateway takes it over', async () => {
    const reading = Promise.withResolvers<string>()
    const options = { readFile: () => reading.promise }
    const gateways = await twoGateways([hang()], options, [call('read_file'), text('Done.')])
    const { id } = await begin(gateways)
    const seen = await readEvents(await gateways.eventsAt2(`/v1/runs/${id}/events`), ({ event, id: cursor }) => {
      if (event === 'run.started' && cursor === undefined) void takeOver(gateways)
      if (event === 'tool.started' && cursor !== undefined) reading.resolve('contents')
      return false
    })
    expect(seen.map(({ event }) => event)).toContain('message.delta')
    expect(seen.at(-1)).toMatchObject({ event: 'run.completed', data: { run: { output: 'Done.' } } })
  })

  test('is followed through its question and a steer', async () => {
    const desk = Promise.withResolvers<QuestionDesk>()
    const reading = Promise.withResolvers<string>()
    const gateways = await twoGateways([call('read_file'), call('read_file'), text('Done.')], {
      readFile: async (_, { sessionId, run, signal }) => {
        if (gateways.first.transport.requests.length > 1) return reading.promise
        const asked = { sessionId, text: 'Which?', choices: [] }
        return (await (await desk.promise).clarify(asked, { signal, ...(run && { run }) })) ?? 'nobody'
      },
    })
    desk.resolve(gateways.first.questions)
    const { id } = await begin(gateways, { interactive: true })
    const shown = ['question.opened', 'question.settled', 'run.steered', 'run.completed']
    const answer = () => gateways.at2(`/v1/runs/${id}/approval`, { answer: { text: 'the red one' } })
    const steer = async () => {
      await expect
        .poll(async () => (await gateways.at2(`/v1/runs/${id}/steer`, { text: 'Be brief.' })).status)
        .toBe(200)
      reading.resolve('contents')
    }
    const seen = await readEvents(await gateways.eventsAt2(`/v1/runs/${id}/events`), ({ event }) => {
      if (event === 'question.opened') void answer()
      if (event === 'question.settled') void steer()
      return false
    })
    expect(seen.filter(({ event }) => shown.includes(event)).map(({ event, data }) => ({ event, data }))).toMatchObject(
      [
        { event: 'question.opened', data: { question: { text: 'Which?', answer: null } } },
        { event: 'question.settled', data: { question: { answer: { text: 'the red one' } } } },
        { event: 'run.steered', data: { text: 'Be brief.' } },
        { event: 'run.completed', data: { run: { output: 'Done.' } } },
      ],
    )
  })

  test('answers a repeated request', async () => {
    const answering = Promise.withResolvers<void>()
    const gateways = await twoGateways([
      async () => {
        await answering.promise
        return text('Done.')
      },
    ])
    const key = { 'idempotency-key': 'once' }
    const first = gateways.at1('/v1/responses', { input: 'go' }, 'POST', key)
    await expect.poll(() => gateways.first.transport.requests.length).toBe(1)
    const again = gateways.at2('/v1/responses', { input: 'go' }, 'POST', key)
    answering.resolve()
    const whole = { status: 200, body: { status: 'completed', usage: { total_tokens: 30 } } }
    expect(await first).toMatchObject(whole)
    expect(await again).toMatchObject(whole)
  })

  test.each([
    ['/v1/responses', { input: 'go' }],
    ['/api/sessions/s/chat', { message: 'go' }],
  ])('does not answer a repeated request when that gateway stops: %s', async (path, body) => {
    const { first, second, at1 } = await twoGateways([hang()])
    const key = { 'idempotency-key': 'once' }
    await at1('/api/sessions', { id: 's' })
    const waiting = at1(path, body, 'POST', key)
    await expect.poll(async () => (await second.services.runs.unsettled(Date.now())).length).toBe(1)
    const again = fetch(`${second.url}${path}`, {
      method: 'POST',
      headers: { ...testHeaders, ...key },
      body: JSON.stringify(body),
    })
    await second.conversations.drain()
    const response = await again
    expect([response.status, response.headers.get('retry-after'), response.headers.get('x-should-retry')]).toEqual([
      503,
      '5',
      null,
    ])
    expect(errorSchema.parse(await response.json()).error.code).toBe('taken_elsewhere')
    await first.conversations.drain({ signal: AbortSignal.abort() })
    expect((await waiting).body).toMatchObject({ error: { code: 'taken_elsewhere' } })
  })

  test('keeps its session from being deleted and written to', async () => {
    const gateways = await twoGateways([hang()])
    const { at1, at2 } = gateways
    const { id: name } = z.looseObject({ id: z.string() }).parse((await at1('/v1/conversations', {})).body)
    const { id, session_id: session } = await begin(gateways, { conversation: name })
    const refused = { status: 409, body: { error: { code: 'session_busy' } } }
    expect(await at2(`/api/sessions/${session}`, undefined, 'DELETE')).toMatchObject(refused)
    expect(await at2(`/v1/conversations/${name}`, undefined, 'DELETE')).toMatchObject(refused)
    const items = [{ role: 'user', content: 'more' }]
    expect(await at2(`/v1/conversations/${name}/items`, { items })).toMatchObject(refused)
    expect((await at2(`/v1/runs/${id}/stop`, undefined, 'POST')).status).toBe(200)
    expect((await at2(`/v1/conversations/${name}/items`, { items })).status).toBe(200)
    expect((await at2(`/v1/conversations/${name}`, undefined, 'DELETE')).status).toBe(200)
  })

  test('is reported when its gateway does not answer', async () => {
    const { at1, at2, first } = await twoGateways([hang()], { orderWaitMs: 50 })
    const { id, session_id: sessionId } = await begin({ first, at1 })
    // This gateway died, so nothing carries out the orders for its run.
    const left = await first.services.runs.add({
      id: 'run_left',
      sessionId,
      fingerprint: '',
      createdAtMs: Date.now(),
      echoed: { metadata: {} },
    })
    const stopped = await at2(`/v1/runs/${left.id}/stop`, undefined, 'POST')
    expect(stopped.status).toBe(503)
    expect(errorSchema.parse(stopped.body).error).toMatchObject({ code: 'run_elsewhere' })
    expect(await first.store.queue?.list({ queue: 'api-run-orders' })).toEqual([])
    expect((await at1(`/v1/runs/${id}/stop`, undefined, 'POST')).status).toBe(200)
  })
})
