import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, text } from '@hermes/testkit'
import OpenAI, { toFile } from 'openai'
import { expect, test } from 'vitest'
import { openTestGateway, type TestGatewayOptions, testKey } from '../../../testing/open-test-gateway.js'
import { serveChats } from '../../../testing/serve-chats.js'
import type { ApiKey } from '../access/api-key.js'
import { sessionHeader } from '../request/session-header.js'

const model = 'hermes'
const png = Buffer.from('\x89PNG\r\n\x1a\nand so on', 'latin1')
const pdf = `data:application/pdf;base64,${Buffer.from('A plan.').toString('base64')}`
const blog: ApiKey = { secret: 'blog-key', holder: { name: 'blog', scopes: ['chat', 'sessions'] } }

function clientFor(url: string, apiKey = testKey) {
  return new OpenAI({ apiKey, baseURL: `${url}/v1`, maxRetries: 0 })
}

async function upload(client: OpenAI, content: string | Buffer = 'A plan.', name = 'plan.pdf') {
  const { id } = await client.files.create({ file: await toFile(Buffer.from(content), name), purpose: 'user_data' })
  return id
}

async function setUp(options: TestGatewayOptions = {}) {
  const gateway = await openTestGateway(Array(20).fill(text('ok')), { keys: [blog], ...options })
  const { transport, store, url, received } = gateway
  const client = clientFor(url)
  const post = (path: string, body: object) =>
    fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  /** Returns the parts of the messages that the model got last. */
  const parts = () => {
    const { messages = [] } = transport.requests.at(-1) ?? {}
    return messages.flatMap(({ content }) => (typeof content === 'string' || content === null ? [] : [...content]))
  }
  /** Returns the copies that the model was last told about, with their contents. */
  const copies = () => {
    const told = parts().flatMap((part) => (part.type === 'text' ? [part.text] : []))
    return told.flatMap((line) => {
      const [, name = '', path = ''] = /^\[document "(.+)": stored as (.+)\]$/.exec(line) ?? []
      return path === '' ? [] : [{ name, path, content: readFileSync(path, 'utf8') }]
    })
  }
  const sessionIds = async () => (await store.sessions.find({})).map(({ id }) => id)
  const copyIn = (session: string, id: string) => join(received, session, `api-${id}`)
  return { ...gateway, client, post, parts, copies, sessionIds, copyIn }
}

const file = (id: string) => ({ type: 'input_file' as const, file_id: id })
const user = (...content: OpenAI.Responses.ResponseInputContent[]) => [{ role: 'user' as const, content }]

test('a document of a response is stored where its session reads it', async () => {
  const { client, copies, sessionIds, copyIn } = await setUp()
  const id = await upload(client)
  await client.responses.create({ model, input: user({ type: 'input_text', text: 'Sum it up.' }, file(id)) })
  const [session = ''] = await sessionIds()
  expect(copies()).toEqual([{ name: 'plan.pdf', path: join(copyIn(session, id), 'plan.pdf'), content: 'A plan.' }])
})

test.each<[string, (client: OpenAI, id: string) => Promise<unknown>]>([
  [
    'a chat completion',
    (client, id) =>
      client.chat.completions.create({
        model,
        messages: [{ role: 'user', content: [{ type: 'file', file: { file_id: id } }] }],
      }),
  ],
  [
    'a response in a named conversation',
    (client, id) => client.responses.create({ model, conversation: 'plans', input: user(file(id)) }),
  ],
  [
    'a response after another one',
    async (client, id) => {
      const first = await client.responses.create({ model, input: 'hi' })
      await client.responses.create({ model, previous_response_id: first.id, input: user(file(id)) })
    },
  ],
  [
    'a response after items that were added',
    async (client, id) => {
      const conversation = await client.conversations.create({ items: user(file(id)) })
      await client.responses.create({ model, conversation: conversation.id, input: 'Sum it up.' })
    },
  ],
])('the model gets the document of %s', async (_, ask) => {
  const { client, copies, sessionIds, copyIn } = await setUp()
  const id = await upload(client)
  await ask(client, id)
  const [session = ''] = await sessionIds()
  expect(copies()).toEqual([expect.objectContaining({ path: join(copyIn(session, id), 'plan.pdf') })])
})

test('the model gets the documents of runs and chats of sessions', async () => {
  const { client, post, copies, transport } = await setUp()
  const id = await upload(client)
  await post('/v1/runs', { input: user(file(id)), session_id: 'r' })
  await expect.poll(() => transport.requests.length).toBe(1)
  expect(copies()).toHaveLength(1)
  await post('/api/sessions', { id: 's' })
  expect((await post('/api/sessions/s/chat', { message: [file(id)] })).status).toBe(200)
  expect(copies()).toEqual([expect.objectContaining({ path: expect.stringContaining(join('s', `api-${id}`)) })])
})

test('documents of earlier messages are available in a new session, and not required in an existing one', async () => {
  const { client, copies, sessionIds, copyIn } = await setUp()
  const [old, recent] = [await upload(client, 'old', 'old.txt'), await upload(client, 'recent', 'recent.txt')]
  const part = (id: string) => ({ role: 'user' as const, content: [{ type: 'file' as const, file: { file_id: id } }] })
  const answer = { role: 'assistant' as const, content: 'ok' }
  const ask = (...messages: OpenAI.ChatCompletionMessageParam[]) =>
    client.chat.completions.create({ model, messages }, { headers: { [sessionHeader]: 's' } })
  await ask(part(old), answer, part(recent))
  expect(copies().map(({ path, content }) => [path, content])).toEqual([
    [join(copyIn('s', old), 'old.txt'), 'old'],
    [join(copyIn('s', recent), 'recent.txt'), 'recent'],
  ])
  await client.files.delete(old)
  await ask(part(old), answer, { role: 'user', content: 'Go on.' })
  expect(await sessionIds()).toEqual(['s'])
})

test('documents of earlier messages are available in a new conversation with a name', async () => {
  const { client, copies, sessionIds, copyIn } = await setUp()
  const id = await upload(client)
  const input = [...user(file(id)), { role: 'assistant' as const, content: 'ok' }, ...user(file(id))]
  await client.responses.create({ model, conversation: 'plans', input })
  await client.responses.create({ model, conversation: 'plans', input: 'Go on.' })
  const [session = '', ...others] = await sessionIds()
  expect(others).toEqual([])
  expect(copies().map(({ path }) => path)).toEqual(Array(2).fill(join(copyIn(session, id), 'plan.pdf')))
})

test.each<[string, (client: OpenAI) => Promise<unknown>]>([
  [
    'chat completion',
    (client) =>
      client.chat.completions.create({
        model,
        messages: [{ role: 'user', content: [{ type: 'file', file: { file_data: pdf, filename: '../plan.pdf' } }] }],
      }),
  ],
  [
    'response',
    (client) =>
      client.responses.create({
        model,
        input: user({ type: 'input_file', file_data: pdf, filename: '../plan.pdf' }),
      }),
  ],
])('a document in a %s itself becomes a separate file, the same one each time', async (_, ask) => {
  const { client, copies } = await setUp()
  await ask(client)
  await ask(client)
  expect(copies()).toEqual([expect.objectContaining({ name: 'plan.pdf', content: 'A plan.' })])
  const { data } = await client.files.list()
  expect(data).toMatchObject([{ filename: 'plan.pdf', bytes: 7 }])
  await client.files.delete(data[0]?.id ?? '')
  await ask(client)
  expect(copies()).toHaveLength(1)
})

test('documents in messages count as files of the key', async () => {
  const { client } = await setUp({ files: { maxTotalBytes: 5 } })
  const asked = client.responses.create({ model, input: user({ type: 'input_file', file_data: pdf }) })
  await expect(asked).rejects.toMatchObject({ status: 413, code: 'files_full' })
})

test('an uploaded image is shown to the model', async () => {
  const { client, parts } = await setUp()
  const id = await upload(client, png, 'not-what-it-says.pdf')
  await client.responses.create({ model, input: user({ type: 'input_image', file_id: id, detail: 'low' }) })
  const url = `data:image/png;base64,${png.toString('base64')}`
  expect(parts()).toEqual([{ type: 'image_url', image_url: { url, detail: 'low' } }])
  const other = await upload(client, 'GIF, it says', 'a.gif')
  const asked = client.responses.create({ model, input: user({ type: 'input_image', file_id: other, detail: 'auto' }) })
  await expect(asked).rejects.toMatchObject({ status: 400, param: 'input' })
})

test("another person's file is not found", async () => {
  const { client, url, transport, sessionIds } = await setUp()
  const id = await upload(client)
  const other = clientFor(url, 'blog-key')
  await expect(other.responses.create({ model, input: user(file(id)) })).rejects.toMatchObject({
    status: 404,
    param: 'input',
  })
  const message = { role: 'user' as const, content: [{ type: 'file' as const, file: { file_id: id } }] }
  await expect(other.chat.completions.create({ model, messages: [message] })).rejects.toMatchObject({ status: 404 })
  expect(transport.requests).toEqual([])
  expect(await sessionIds()).toEqual([])
  await client.responses.create({ model, user: 'ada', input: user(file(id)) })
})

test('a deleted file disappears from the sessions that read it, and their turns continue without it', async () => {
  const { client, copies, received, parts } = await setUp()
  const [id, kept] = [await upload(client), await upload(client, 'Kept.', 'kept.txt')]
  const first = await client.responses.create({ model, input: user(file(id), file(kept)) })
  const [deleted, other] = copies()
  await client.files.delete(id)
  expect(existsSync(deleted?.path ?? '')).toBe(false)
  expect(existsSync(other?.path ?? '')).toBe(true)
  expect(readdirSync(join(received, 'uploads'))).toHaveLength(1)
  await client.responses.create({ model, input: 'Go on.', previous_response_id: first.id })
  expect(parts()).toContainEqual({ type: 'text', text: `[document "plan.pdf": stored as ${deleted?.path}]` })
})

test('a deleted session removes its copies, and keeps the file', async () => {
  const { client, copies, received } = await setUp()
  const id = await upload(client)
  const conversation = await client.conversations.create({})
  await client.responses.create({ model, conversation: conversation.id, input: user(file(id)) })
  expect(copies()).toHaveLength(1)
  await client.conversations.delete(conversation.id)
  expect(readdirSync(received)).toEqual(['uploads'])
  expect(await (await client.files.content(id)).text()).toBe('A plan.')
})

test('a file that is named in requests is not removed', async () => {
  const dayMs = 24 * 60 * 60 * 1000
  const clock = { atMs: Date.now() }
  const { client, files } = await setUp({ now: () => clock.atMs, files: { keepMs: 30 * dayMs } })
  const [used, unused] = [await upload(client), await upload(client)]
  clock.atMs += 20 * dayMs
  await client.responses.create({ model, input: user(file(used)) })
  clock.atMs += 20 * dayMs
  await files.sweep()
  expect((await client.files.list()).data.map(({ id }) => id)).toEqual([used])
  await expect(client.files.retrieve(unused)).rejects.toMatchObject({ status: 404 })
})

test('clients read the file of a message instead of a path', async () => {
  const { client } = await setUp()
  const id = await upload(client)
  const { id: response } = await client.responses.create({ model, input: user(file(id)) })
  const { data } = await client.responses.inputItems.list(response)
  expect(data).toMatchObject([{ content: [{ type: 'input_file', file_id: id, filename: 'plan.pdf' }] }])
})

test('a repeated request with a file gets the first answer', async () => {
  const { client, transport } = await setUp()
  const id = await upload(client)
  const ask = () => client.responses.create({ model, input: user(file(id)) }, { headers: { 'Idempotency-Key': 'k' } })
  const first = await ask()
  await client.files.delete(id)
  expect((await ask()).id).toBe(first.id)
  expect(transport.requests).toHaveLength(1)
})

test('the agent reads the document only in its session', { timeout: 60_000 }, async () => {
  const read = (body: object) => {
    const { role, content } = Object(Object(body).messages).at(-1)
    const [, path] = /(?:stored as|read) ([^\]"]+)/.exec(JSON.stringify(content)) ?? []
    return role === 'tool' || path === undefined ? text('Done.') : call('read_file', { path })
  }
  const { gateway, provider } = await serveChats({ script: read, platforms: {} })
  const client = clientFor(gateway.url)
  const id = await upload(client, 'All is well.', 'notes.txt')
  const results = () => provider.requests.map(({ body }) => Object(Object(body).messages).at(-1)).filter(isResult)
  await client.responses.create({ model, input: user(file(id)) })
  expect(results()).toEqual([expect.objectContaining({ content: expect.stringContaining('All is well.') })])
  const asked = JSON.stringify(Object(provider.requests[0]?.body).messages)
  const [, path = ''] = /stored as ([^\]]+)/.exec(asked) ?? []
  for (const other of [undefined, 'bob']) {
    await client.responses.create({ model, input: `read ${path}`, ...(other !== undefined && { user: other }) })
    expect(String(results().at(-1).content)).toMatch(/it belongs to another conversation/)
  }
})

function isResult(message: { readonly role?: unknown }): boolean {
  return message.role === 'tool'
}
