import { TransportError } from '@hermes/core'
import { call, fail, hang, type ScriptedReply, text } from '@hermes/testkit'
import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { openTestGateway, type TestGatewayOptions, testKey } from '../../../testing/open-test-gateway.js'
import { idempotencyHeader } from '../request/idempotency-key.js'

async function setUp(replies: Iterable<ScriptedReply>, options: TestGatewayOptions = {}) {
  const gateway = await openTestGateway(replies, options)
  return { ...gateway, client: new OpenAI({ apiKey: testKey, baseURL: `${gateway.url}/v1`, maxRetries: 0 }) }
}

const model = 'hermes'

describe('a response', () => {
  test('has the texts of a turn with tools', async () => {
    const { client } = await setUp([call('read_file', {}, { text: 'Let me look.' }), text('It says contents.')])
    const response = await client.responses.create({ model, input: 'read it', metadata: { ticket: '7' } })
    expect(response).toMatchObject({ object: 'response', status: 'completed', error: null, metadata: { ticket: '7' } })
    expect(response.output_text).toBe('Let me look.It says contents.')
    expect(response.output).toHaveLength(2)
    expect(response.usage).toMatchObject({ input_tokens: 40, output_tokens: 20, total_tokens: 60 })
  })

  test('can be retrieved and deleted', async () => {
    const { client } = await setUp([text('Hello.')])
    const { id } = await client.responses.create({ model, input: 'hi' })
    expect((await client.responses.retrieve(id)).output_text).toBe('Hello.')
    await client.responses.delete(id)
    await expect(client.responses.retrieve(id)).rejects.toMatchObject({ status: 404 })
  })

  test('cannot be deleted before it has ended', async () => {
    const { client } = await setUp([hang()])
    const { id } = await client.responses.create({ model, input: 'hi', background: true })
    await expect(client.responses.delete(id)).rejects.toMatchObject({ status: 409, code: 'response_running' })
    expect(await client.responses.cancel(id)).toMatchObject({ status: 'cancelled' })
    await client.responses.delete(id)
    await expect(client.responses.retrieve(id)).rejects.toMatchObject({ status: 404 })
  })

  test('is not kept when the client does not want it', async () => {
    const { client } = await setUp([text('Hello.')])
    const { id } = await client.responses.create({ model, input: 'hi', store: false })
    await expect(client.responses.retrieve(id)).rejects.toMatchObject({ status: 404 })
  })

  test('takes instructions, earlier messages and images', async () => {
    const { client, transport } = await setUp([text('ok')])
    await client.responses.create({
      model,
      instructions: 'Speak like a pirate.',
      input: [
        { role: 'user', content: 'one' },
        { role: 'assistant', content: 'aye' },
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'two' },
            { type: 'input_image', image_url: 'data:image/png;base64,aGk=', detail: 'auto' },
          ],
        },
      ],
    })
    const [request] = transport.requests
    expect(request?.system).toContain('Speak like a pirate.')
    expect(request?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(request?.messages[2]?.content).toMatchObject([{ type: 'text' }, { type: 'image_url' }])
  })

  test.each([
    ['tools', { tools: [{ type: 'function', name: 'f' }] }, 'has its own tools'],
    ['a tool that must be called', { tool_choice: 'required' }, "'tool_choice' must be"],
    ['a limit of tool calls', { max_tool_calls: 1 }, "'max_tool_calls' is not supported"],
    ['a stored prompt', { prompt: { id: 'pmpt_1' } }, "'prompt' is not supported"],
    ['logprobs', { top_logprobs: 2 }, "'top_logprobs' is not supported"],
    ['logprobs to include', { include: ['message.output_text.logprobs'] }, "'include[0]' is not supported"],
    ['a format', { text: { format: { type: 'json_object' } } }, 'text.format.type'],
    ['input without a user', { input: [{ role: 'assistant', content: 'aye' }] }, 'must have the role'],
    ['two places', { previous_response_id: 'resp_1', conversation: 'c' }, 'exclude each other'],
  ])('is refused with %s', async (_, fields, message) => {
    const { url, transport } = await setUp([text('never')])
    const response = await fetch(`${url}/v1/responses`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, input: 'hi', ...fields }),
    })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain(message)
    expect(transport.requests).toEqual([])
  })

  test('of a failed turn is the error of the provider', async () => {
    const { client } = await setUp([fail(new TransportError('rate-limit', 'Slow down.', { retryAfterMs: 1_000 }))])
    await expect(client.responses.create({ model, input: 'hi' })).rejects.toMatchObject({
      status: 429,
      code: 'provider_rate_limit',
    })
  })

  test('is the same for a repeated request with one key, which another request cannot use', async () => {
    const { client, transport } = await setUp([text('Once.'), text('Twice.')])
    const headers = { [idempotencyHeader]: 'k1' }
    const first = await client.responses.create({ model, input: 'hi' }, { headers })
    const second = await client.responses.create({ model, input: 'hi' }, { headers })
    expect([second.id, second.output_text]).toEqual([first.id, 'Once.'])
    expect(transport.requests).toHaveLength(1)
    await expect(client.responses.create({ model, input: 'other' }, { headers })).rejects.toMatchObject({
      status: 409,
      code: 'idempotency_conflict',
    })
  })
})

describe('a streamed response', () => {
  test('has the events of the official client, and an item for each message', async () => {
    const { client } = await setUp([call('read_file', {}, { text: 'Let me look.' }), text('It says contents.')])
    const stream = client.responses.stream({ model, input: 'read it' })
    const types: string[] = []
    for await (const event of stream) if (event.type !== 'response.output_text.delta') types.push(event.type)
    const item = [
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
    ]
    expect(types).toEqual(['response.created', 'response.in_progress', ...item, ...item, 'response.completed'])
    const final = await stream.finalResponse()
    expect(final.output.map(({ type }) => type)).toEqual(['message', 'message'])
    expect(final.output_text).toBe('Let me look.It says contents.')
  })

  test('ends with the same items, without a retracted text', async () => {
    const stuck = text('I am stuck. '.repeat(3_000), { pace: { pieceSize: 500 } })
    const { client } = await setUp([stuck, call('read_file', {}, { text: 'Let me look.' }), text('It says contents.')])
    const events = await Array.fromAsync(await client.responses.create({ model, input: 'read it', stream: true }))
    const done = events.flatMap((event) => (event.type === 'response.output_item.done' ? [event.item] : []))
    expect(done).toMatchObject([{ status: 'incomplete' }, { status: 'completed' }, { status: 'completed' }])
    const end = events.at(-1)
    expect(end).toMatchObject({ type: 'response.completed', response: { output: done.slice(1) } })
    const { id } = end && 'response' in end ? end.response : { id: '' }
    expect((await client.responses.retrieve(id)).output).toEqual(done.slice(1))
    const again = await Array.fromAsync(await client.responses.retrieve(id, { stream: true }))
    expect(again.flatMap((event) => (event.type === 'response.output_item.done' ? [event.item] : []))).toEqual(
      done.slice(1),
    )
  })

  test('has the partial text if it is canceled', async () => {
    const { client } = await setUp([hang(text('Half an answer'))])
    const stream = await client.responses.create({ model, input: 'hi', background: true, stream: true })
    const events: OpenAI.Responses.ResponseStreamEvent[] = []
    for await (const event of stream) {
      events.push(event)
      if (event.type !== 'response.output_text.delta' || !'Half an answer'.endsWith(event.delta)) continue
      const [created] = events
      await client.responses.cancel(created && 'response' in created ? created.response.id : '')
    }
    const item = { status: 'incomplete', content: [{ text: 'Half an answer' }] }
    expect(events.findLast(({ type }) => type === 'response.output_item.done')).toMatchObject({ item })
    expect(events.at(-1)).toMatchObject({
      type: 'response.failed',
      response: { status: 'cancelled', error: null, output: [item] },
    })
  })

  test('ends as failed when the turn fails', async () => {
    const { client } = await setUp([fail(new TransportError('billing', 'No money.'))])
    const stream = await client.responses.create({ model, input: 'hi', stream: true })
    const events = await Array.fromAsync(stream)
    expect(events.at(-1)).toMatchObject({
      type: 'response.failed',
      response: { status: 'failed', error: { code: 'provider_billing' } },
    })
  })
})

describe('the next response', () => {
  test('continues the session of the previous one', async () => {
    const { client, transport } = await setUp([text('1'), text('2')])
    const first = await client.responses.create({ model, input: 'one' })
    await client.responses.create({ model, input: 'two', previous_response_id: first.id })
    expect(transport.requests[1]?.messages.map(({ content }) => content)).toEqual(['one', '1', 'two'])
  })

  test('branches off if the conversation has continued', async () => {
    const { client, transport, store } = await setUp([text('1'), text('2'), text('3')])
    const first = await client.responses.create({ model, input: 'one' })
    await client.responses.create({ model, input: 'two', previous_response_id: first.id })
    await client.responses.create({ model, input: 'other', previous_response_id: first.id })
    expect(transport.requests[2]?.messages.map(({ content }) => content)).toEqual(['one', '1', 'other'])
    expect(await store.sessions.find()).toHaveLength(2)
  })

  test('with the same conversation name continues it, separately for each user', async () => {
    const { client, transport } = await setUp([text('1'), text('2'), text('3')])
    const named = { model, conversation: 'weekly' }
    await client.responses.create({ ...named, input: 'one', user: 'ada' })
    await client.responses.create({ ...named, input: 'two', user: 'ada' })
    await client.responses.create({ ...named, input: 'three', user: 'ben' })
    expect(transport.requests.map(({ messages }) => messages.length)).toEqual([1, 3, 1])
  })

  test('of another user is refused', async () => {
    const { client } = await setUp([text('1'), text('2')])
    const { id } = await client.responses.create({ model, input: 'one', user: 'ada' })
    const stolen = client.responses.create({ model, input: 'two', user: 'ben', previous_response_id: id })
    await expect(stolen).rejects.toMatchObject({ status: 404 })
  })

  test('of a user is refused to the holder of the key, who may read it', async () => {
    const { client, transport } = await setUp([text('1'), text('2')])
    const { id } = await client.responses.create({ model, input: 'one', user: 'ada' })
    expect((await client.responses.retrieve(id)).output_text).toBe('1')
    const taken = client.responses.create({ model, input: 'two', previous_response_id: id })
    await expect(taken).rejects.toMatchObject({ status: 403, code: 'foreign_session' })
    expect(transport.requests).toHaveLength(1)
  })
})

describe('a reference to an item of an earlier response', () => {
  const reference = (id = '') => ({ type: 'item_reference' as const, id })
  const user = (content: string) => ({ role: 'user' as const, content })

  test('stands for its message', async () => {
    const { client, transport } = await setUp([call('read_file', {}, { text: 'Let me look.' }), text('1'), text('2')])
    const { output } = await client.responses.create({ model, input: 'one' })
    await client.responses.create({
      model,
      input: [user('one'), ...output.map(({ id }) => reference(id)), user('two')],
    })
    const sent = transport.requests[2]?.messages.map(({ role, content }) => [role, content])
    expect(sent).toEqual([
      ['user', 'one'],
      ['assistant', 'Let me look.\n\n1'],
      ['user', 'two'],
    ])
  })

  test('stands for nothing if its text was retracted', async () => {
    const stuck = text('I am stuck. '.repeat(3_000), { pace: { pieceSize: 500 } })
    const { client, transport } = await setUp([stuck, text('1'), text('2')])
    const { output } = await client.responses.create({ model, input: 'one' })
    const id = output[0]?.id ?? ''
    expect(id).toMatch(/_1$/)
    const input = [user('one'), reference(id.replace(/1$/, '0')), reference(id), user('two')]
    await client.responses.create({ model, input })
    expect(transport.requests[2]?.messages.map(({ content }) => content)).toEqual(['one', '1', 'two'])
  })

  test('is refused if the item does not exist, or belongs to somebody else', async () => {
    const { client, transport } = await setUp([text('1')])
    const { output } = await client.responses.create({ model, input: 'one', user: 'ada' })
    const own = output[0]?.id ?? ''
    for (const [id, by] of [
      [own, 'ben'],
      [own.replace(/0$/, '7'), 'ada'],
      ['rs_1', 'ada'],
    ] as const) {
      const asked = client.responses.create({ model, input: [reference(id), user('two')], user: by })
      await expect(asked).rejects.toMatchObject({ status: 404, message: expect.stringContaining(`"${id}"`) })
    }
    expect(transport.requests).toHaveLength(1)
  })
})

describe('a response in the background', () => {
  test('continues without its client', async () => {
    const reading = Promise.withResolvers<string>()
    const { client } = await setUp([call('read_file'), text('Done.')], { readFile: () => reading.promise })
    const { id, status } = await client.responses.create({ model, input: 'read it', background: true })
    expect(status).toBe('in_progress')
    reading.resolve('contents')
    await expect.poll(async () => (await client.responses.retrieve(id)).status).toBe('completed')
    expect((await client.responses.retrieve(id)).output_text).toBe('Done.')
  })

  test('can be canceled', async () => {
    const { client } = await setUp([hang()])
    const { id } = await client.responses.create({ model, input: 'hi', background: true })
    expect((await client.responses.cancel(id)).status).toBe('cancelled')
    expect((await client.responses.retrieve(id)).status).toBe('cancelled')
  })
})
