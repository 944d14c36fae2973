import { call, text } from '@hermes/testkit'
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { openTestGateway, testKey } from '../../../testing/open-test-gateway.js'
import { idempotencyHeader } from '../request/idempotency-key.js'

async function setUp() {
  const reading = Promise.withResolvers<string>()
  const replies = [call('read_file', {}, { text: 'Let me look.' }), text('Done.'), text('Never.')]
  const gateway = await openTestGateway(replies, { readFile: () => reading.promise })
  const client = new OpenAI({ apiKey: testKey, baseURL: `${gateway.url}/v1`, maxRetries: 0 })
  return { ...gateway, client, reading }
}

const asked = { model: 'hermes', input: 'read it' }
type Events = readonly OpenAI.Responses.ResponseStreamEvent[]

const textsOf = (events: Events) =>
  events.flatMap((event) => (event.type === 'response.output_text.done' ? [event.text] : []))

test('a response in the background is streamed, and continues without its client', async () => {
  const { client, reading } = await setUp()
  const stream = await client.responses.create({ ...asked, background: true, stream: true })
  let id = ''
  for await (const event of stream) {
    if (event.type === 'response.created') id = event.response.id
    if (event.type === 'response.output_text.done') break
  }
  reading.resolve('contents')
  await expect.poll(async () => (await client.responses.retrieve(id)).status).toBe('completed')
  expect((await client.responses.retrieve(id)).output_text).toBe('Let me look.Done.')
})

test('a streamed request that is repeated with its key gets the events of the answer', async () => {
  const { client, transport, reading } = await setUp()
  const headers = { [idempotencyHeader]: 'k' }
  const once = async () => Array.fromAsync(await client.responses.create({ ...asked, stream: true }, { headers }))
  const first = once()
  await expect.poll(() => transport.requests.length).toBe(1)
  const meanwhile = once()
  reading.resolve('contents')
  const all: readonly Events[] = [await first, await meanwhile, await once()]
  for (const events of all) {
    expect(textsOf(events)).toEqual(['Let me look.', 'Done.'])
    expect(events.map(({ sequence_number: number }) => number)).toEqual(events.map((_, index) => index))
    expect(events.at(-1)).toMatchObject({ type: 'response.completed', response: { status: 'completed' } })
  }
  expect(
    new Set(all.flatMap(([created]) => (created && 'response' in created ? [created.response.id] : []))).size,
  ).toBe(1)
  expect(transport.requests).toHaveLength(2)
})

test('an earlier response is streamed when it is retrieved, but only from its beginning', async () => {
  const { client, reading } = await setUp()
  reading.resolve('contents')
  const { id } = await client.responses.create(asked)
  const events = await Array.fromAsync(await client.responses.retrieve(id, { stream: true }))
  expect(textsOf(events)).toEqual(['Let me look.', 'Done.'])
  expect(events.at(-1)?.type).toBe('response.completed')
  await expect(client.responses.retrieve(id, { stream: true, starting_after: 3 })).rejects.toMatchObject({
    status: 400,
    param: 'starting_after',
  })
})
