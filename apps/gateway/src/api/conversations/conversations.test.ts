import { call, hang, text } from '@hermes/testkit'
import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { openTestGateway, testKey } from '../../../testing/open-test-gateway.js'

const model = 'hermes'

async function setUp(...args: Parameters<typeof openTestGateway>) {
  const gateway = await openTestGateway(...args)
  const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: testKey, maxRetries: 0 })
  const said = async (id: string) => {
    const items = await Array.fromAsync(client.conversations.items.list(id, { order: 'asc', limit: 2 }))
    return items.map((item) => item.type === 'message' && [item.role, ...item.content.map(textIn)])
  }
  return { ...gateway, client, said }
}

function textIn(part: object): string {
  return 'text' in part ? String(part.text) : ''
}

test('a conversation is created, changed, read and deleted', async () => {
  const { client } = await setUp([])
  const { id, ...created } = await client.conversations.create({ metadata: { topic: 'kettles' } })
  expect(created).toMatchObject({ object: 'conversation', metadata: { topic: 'kettles' } })
  expect(await client.conversations.update(id, { metadata: { topic: 'tea' } })).toMatchObject({ id })
  expect(await client.conversations.retrieve(id)).toEqual({ id, ...created, metadata: { topic: 'tea' } })
  expect(await client.conversations.delete(id)).toEqual({ id, object: 'conversation.deleted', deleted: true })
  await expect(client.conversations.retrieve(id)).rejects.toMatchObject({ status: 404 })
})

describe('a response', () => {
  test('continues the created conversation, with its own instructions if it is the first one', async () => {
    const { client, transport, said } = await setUp([call('read_file'), text('A kettle.'), text('Because.')])
    const conversation = await client.conversations.create()
    const asked = { model, conversation: conversation.id }
    await client.responses.create({ ...asked, input: 'What is blue?', instructions: 'Speak like a pirate.' })
    await client.responses.create({ ...asked, conversation: { id: conversation.id }, input: 'Why?' })
    expect(transport.requests[0]?.system).toContain('Speak like a pirate.')
    expect(transport.requests[2]?.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ])
    expect(await said(conversation.id)).toEqual([
      ['user', 'What is blue?'],
      ['assistant', 'A kettle.'],
      ['user', 'Why?'],
      ['assistant', 'Because.'],
    ])
  })

  test('continues a conversation from elsewhere', async () => {
    const { client, transport } = await setUp([text('Because.')])
    const conversation = await client.conversations.create({ items: [{ role: 'user', content: 'What is blue?' }] })
    const added = await client.conversations.items.create(conversation.id, {
      items: [
        {
          type: 'message',
          id: 'msg_elsewhere',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: 'A kettle.', annotations: [] }],
        },
      ],
    })
    expect(added.data).toMatchObject([{ role: 'assistant', content: [{ text: 'A kettle.' }] }])
    await client.responses.create({ model, conversation: conversation.id, input: 'Why?' })
    expect(transport.requests[0]?.messages.map(({ content }) => content)).toEqual([
      'What is blue?',
      'A kettle.',
      'Why?',
    ])
  })

  test('that names a conversation creates it', async () => {
    const { client, said } = await setUp([text('One.')])
    await expect(client.conversations.retrieve('weekly')).rejects.toMatchObject({ status: 404 })
    await client.responses.create({ model, conversation: 'weekly', input: 'one' })
    expect(await client.conversations.retrieve('weekly')).toMatchObject({ id: 'weekly', metadata: {} })
    expect(await said('weekly')).toEqual([
      ['user', 'one'],
      ['assistant', 'One.'],
    ])
  })

  test('has input items: its own message, and those that a new session started with', async () => {
    const { client } = await setUp([text('Aye.'), text('Because.')])
    const first = await client.responses.create({
      model,
      input: [
        { role: 'user', content: 'one' },
        { role: 'assistant', content: 'aye' },
        { role: 'user', content: [{ type: 'input_image', image_url: 'https://example.com/a.png', detail: 'low' }] },
      ],
    })
    const second = await client.responses.create({ model, input: 'Why?', previous_response_id: first.id })
    const inputOf = async (id: string) => Array.fromAsync(client.responses.inputItems.list(id, { order: 'asc' }))
    expect(await inputOf(first.id)).toMatchObject([
      { role: 'user', content: [{ type: 'input_text', text: 'one' }] },
      { role: 'assistant', content: [{ type: 'output_text', text: 'aye' }] },
      { role: 'user', content: [{ type: 'input_image', image_url: 'https://example.com/a.png', detail: 'low' }] },
    ])
    expect(await inputOf(second.id)).toMatchObject([{ role: 'user', content: [{ text: 'Why?' }] }])
  })
})

test('items are listed newest first, in pages, and retrieved one by one', async () => {
  const { client } = await setUp([])
  const words = ['one', 'two', 'three']
  const { id } = await client.conversations.create({ items: words.map((content) => ({ role: 'user', content })) })
  const page = await client.conversations.items.list(id, { limit: 2 })
  expect(page.data).toMatchObject([{ content: [{ text: 'three' }] }, { content: [{ text: 'two' }] }])
  expect(page).toMatchObject({ has_more: true, last_id: page.data[1]?.id })
  const rest = await page.getNextPage()
  expect(rest.data).toMatchObject([{ content: [{ text: 'one' }] }])
  expect(rest).toMatchObject({ has_more: false })
  const [item] = rest.data
  expect(await client.conversations.items.retrieve(item?.id ?? '', { conversation_id: id })).toEqual(item)
  await expect(client.conversations.items.list(id, { after: 'msg_x' })).rejects.toMatchObject({ param: 'after' })
  await expect(client.conversations.items.list(id, { limit: 101 })).rejects.toMatchObject({ param: 'limit' })
})

describe('is refused', () => {
  test('an item that the agent could not have written or read', async () => {
    const { client, store } = await setUp([])
    const instructed = client.conversations.create({ items: [{ role: 'system', content: 'Be brief.' }] })
    await expect(instructed).rejects.toMatchObject({ param: 'items[0].role' })
    expect(await store.sessions.find()).toEqual([])
    const { id } = await client.conversations.create()
    const add = (item: OpenAI.Responses.ResponseInputItem) => client.conversations.items.create(id, { items: [item] })
    await expect(add({ role: 'developer', content: 'Be brief.' })).rejects.toMatchObject({ param: 'items[0].role' })
    const called = { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' } as const
    await expect(add(called)).rejects.toMatchObject({ status: 400, param: 'items[0].type' })
    expect((await client.conversations.items.list(id)).data).toEqual([])
  })

  test('adding items to it or deleting it while a turn is running', async () => {
    const { client, transport } = await setUp([hang()])
    const { id } = await client.conversations.create()
    const { id: response } = await client.responses.create({ model, conversation: id, input: 'hi', background: true })
    await expect.poll(() => transport.requests.length).toBe(1)
    const added = client.conversations.items.create(id, { items: [{ role: 'user', content: 'two' }] })
    await expect(added).rejects.toMatchObject({ status: 409 })
    await expect(client.conversations.delete(id)).rejects.toMatchObject({ status: 409 })
    await client.responses.cancel(response)
    expect(await client.conversations.delete(id)).toMatchObject({ deleted: true })
  })

  test('the conversation of another user', async () => {
    const { client } = await setUp([])
    const { id } = await client.conversations.create({}, { query: { user: 'ada' } })
    expect(await client.conversations.retrieve(id, { query: { user: 'ada' } })).toMatchObject({ id })
    await expect(client.conversations.retrieve(id, { query: { user: 'ben' } })).rejects.toMatchObject({ status: 404 })
    await expect(client.conversations.items.list(id)).rejects.toMatchObject({ status: 404 })
  })
})
