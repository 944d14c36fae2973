import { createMemoryStore } from '@hermes/core'
import type { QuestionDesk } from '@hermes/core/questions'
import { call, hang, type ScriptedReply, text } from '@hermes/testkit'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { openTestGateway, type TestGatewayOptions, testKey } from '../../../../testing/open-test-gateway.js'
import { readEvents } from '../../../../testing/read-events.js'
import { recoverRuns } from './recover-runs.js'

const idSchema = z.looseObject({ id: z.string() })

type TestGateway = Awaited<ReturnType<typeof openTestGateway>>

function requestTo({ url }: TestGateway, path: string, body?: object, method = body ? 'POST' : 'GET') {
  const headers = { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' }
  return fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
}

/** Starts a turn that has no end, and lets a second gateway take it over. */
async function takeOver(
  path: string,
  body: object,
  replies: Iterable<ScriptedReply>,
  options: TestGatewayOptions = {},
) {
  const store = createMemoryStore()
  const first = await openTestGateway([hang()], { store })
  const { id } = idSchema.parse(await (await requestTo(first, path, body)).json())
  await expect.poll(() => first.transport.requests.length).toBe(1)
  await first.conversations.drain({ signal: AbortSignal.abort() })
  const second = await openTestGateway(replies, { ...options, store })
  await recoverRuns(second.services)
  const request = (path: string, body?: object, method?: string) => requestTo(second, path, body, method)
  return { ...second, id, request }
}

describe('a run that is taken over', () => {
  test('can be watched and steered', async () => {
    const reading = Promise.withResolvers<string>()
    const { id, request, transport, limit } = await takeOver(
      '/v1/runs',
      { input: 'go' },
      [call('read_file'), text('Done.')],
      { readFile: () => reading.promise },
    )
    const seen = await readEvents(await request(`/v1/runs/${id}/events`), ({ event }) => event === 'tool.started')
    expect(seen.map(({ event }) => event)).toContain('run.started')
    expect(await (await request(`/v1/runs/${id}`)).json()).toMatchObject({ status: 'running' })
    expect(limit.running).toBe(1)
    expect(await (await request(`/v1/runs/${id}/steer`, { text: 'Be brief.' })).json()).toMatchObject({
      accepted: true,
    })
    reading.resolve('contents')
    const rest = await readEvents(await request(`/v1/runs/${id}/events`))
    expect(rest.at(-1)).toMatchObject({ event: 'run.completed', data: { run: { output: 'Done.' } } })
    expect(JSON.stringify(transport.requests[1]?.messages)).toContain('Be brief.')
    expect(limit.running).toBe(0)
  })

  test('continues after a steer that it had read, without reading it twice', async () => {
    const store = createMemoryStore()
    const reading = Promise.withResolvers<string>()
    const first = await openTestGateway([call('read_file'), hang()], { store, readFile: () => reading.promise })
    const { id } = idSchema.parse(await (await requestTo(first, '/v1/runs', { input: 'go' })).json())
    const steer = async () => (await requestTo(first, `/v1/runs/${id}/steer`, { text: 'Be brief.' })).json()
    await expect.poll(() => first.transport.requests.length).toBe(1)
    await expect.poll(steer).toMatchObject({ accepted: true })
    reading.resolve('contents')
    await expect.poll(() => first.transport.requests.length).toBe(2)
    await first.conversations.drain({ signal: AbortSignal.abort() })
    const second = await openTestGateway([text('Done.')], { store })
    await recoverRuns(second.services)
    const run = async () => (await requestTo(second, `/v1/runs/${id}`)).json()
    await expect.poll(run).toMatchObject({ status: 'completed', output: 'Done.' })
    const said = second.transport.requests[0]?.messages.filter(({ role }) => role === 'user')
    expect(said?.map(({ content }) => content)).toEqual(['go', 'Be brief.'])
  })

  test('continues with a text that arrived after an answer', async () => {
    const store = createMemoryStore()
    const answered = Promise.withResolvers<void>()
    const answering = async () => {
      await answered.promise
      return text('One.')
    }
    const first = await openTestGateway([answering, hang()], { store })
    const { id } = idSchema.parse(await (await requestTo(first, '/v1/runs', { input: 'go' })).json())
    await expect.poll(() => first.transport.requests.length).toBe(1)
    await requestTo(first, `/v1/runs/${id}/steer`, { text: 'More.' })
    answered.resolve()
    await expect.poll(() => first.transport.requests.length).toBe(2)
    await first.conversations.drain({ signal: AbortSignal.abort() })
    const second = await openTestGateway([text('Two.')], { store })
    await recoverRuns(second.services)
    const run = async () => (await requestTo(second, `/v1/runs/${id}`)).json()
    await expect.poll(run).toMatchObject({ status: 'completed', output: 'One.\n\nTwo.' })
  })

  test('has all of its texts and its usage', async () => {
    const store = createMemoryStore()
    const looking = call('read_file', {}, { text: 'Looking.' })
    const first = await openTestGateway([text('Hello.'), looking, hang(), looking, hang()], { store })
    const begin = async (path: string, body: object) =>
      idSchema.parse(await (await requestTo(first, path, body)).json())
    const read = async (gateway: TestGateway, path: string) => (await requestTo(gateway, path)).json()
    const hello = await begin('/v1/runs', { input: 'hi', session_id: 's1' })
    await expect.poll(() => read(first, `/v1/runs/${hello.id}`)).toMatchObject({ status: 'completed' })
    const { id } = await begin('/v1/runs', { input: 'go', session_id: 's1' })
    await expect.poll(() => first.transport.requests.length).toBe(3)
    const response = await begin('/v1/responses', { input: 'go', background: true })
    await expect.poll(() => first.transport.requests.length).toBe(5)
    await first.conversations.drain({ signal: AbortSignal.abort() })
    const second = await openTestGateway([text('Done.'), text('Done.')], { store })
    await recoverRuns(second.services)
    await expect
      .poll(() => read(second, `/v1/runs/${id}`))
      .toMatchObject({
        status: 'completed',
        output: 'Looking.\n\nDone.',
        // Usage of two calls, without the turn before.
        usage: { total_tokens: 60 },
      })
    await expect
      .poll(() => read(second, `/v1/responses/${response.id}`))
      .toMatchObject({
        status: 'completed',
        output: [{ content: [{ text: 'Looking.' }] }, { content: [{ text: 'Done.' }] }],
        usage: { total_tokens: 60 },
      })
  })

  test('is complete if only its end was not stored', async () => {
    const store = createMemoryStore()
    const first = await openTestGateway([call('read_file', {}, { text: 'Looking.' }), text('Done.')], { store })
    const { id } = idSchema.parse(await (await requestTo(first, '/v1/runs', { input: 'go' })).json())
    await first.services.runs.whenSettled(id)
    const record = z.record(z.string(), z.json())
    await store.values?.update('api.runs', id, (run) => {
      const { end: _, ...unsettled } = record.parse(run)
      return unsettled
    })
    const second = await openTestGateway([], { store })
    const whole = { status: 'completed', output: 'Looking.\n\nDone.' }
    expect(await (await requestTo(second, `/v1/runs/${id}`)).json()).toMatchObject(whole)
    await recoverRuns(second.services)
    await second.services.runs.whenSettled(id)
    const settled = await (await requestTo(second, `/v1/runs/${id}`)).json()
    expect(settled).toMatchObject({ ...whole, usage: { total_tokens: 60 } })
  })

  test('can be stopped', async () => {
    const { id, request, transport } = await takeOver('/v1/runs', { input: 'go' }, [hang()])
    await expect.poll(() => transport.requests.length).toBe(1)
    expect(await (await request(`/v1/runs/${id}/stop`, undefined, 'POST')).json()).toMatchObject({
      status: 'cancelled',
    })
  })

  test('is a response that can be canceled', async () => {
    const { id, request } = await takeOver('/v1/responses', { input: 'go', background: true }, [hang()])
    const response = await request(`/v1/responses/${id}/cancel`, undefined, 'POST')
    expect(await response.json()).toMatchObject({ id, status: 'cancelled' })
  })

  test('still asks its client', async () => {
    const desk = Promise.withResolvers<QuestionDesk>()
    const body = { input: 'go', interactive: true }
    const { id, request, questions, transport } = await takeOver('/v1/runs', body, [call('read_file'), text('Done.')], {
      readFile: async (_, { sessionId, run, signal }) => {
        const asked = { sessionId, text: 'Which?', choices: [] }
        return (await (await desk.promise).clarify(asked, { signal, ...(run && { run }) })) ?? 'nobody'
      },
    })
    desk.resolve(questions)
    await expect
      .poll(async () => (await request(`/v1/runs/${id}`)).json())
      .toMatchObject({ status: 'waiting', question: { text: 'Which?' } })
    expect((await request(`/v1/runs/${id}/approval`, { answer: { decision: 'deny' } })).status).toBe(400)
    expect((await request(`/v1/runs/${id}/approval`, { answer: { text: 'the red one' } })).status).toBe(200)
    await expect.poll(async () => (await request(`/v1/runs/${id}`)).json()).toMatchObject({ status: 'completed' })
    expect(JSON.stringify(transport.requests[1]?.messages)).toContain('the red one')
  })
})
