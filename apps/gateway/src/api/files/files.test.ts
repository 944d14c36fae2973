import { readdirSync, statSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { createMemoryStore } from '@hermes/core'
import { createSqliteStore } from '@hermes/state'
import OpenAI, { toFile } from 'openai'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openTestGateway, type TestGatewayOptions, testKey } from '../../../testing/open-test-gateway.js'
import { temporaryHome } from '../../../testing/serve-home.js'
import type { ApiKey } from '../access/api-key.js'
import { sessionKeyHeader } from '../request/session-key.js'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
const keys: readonly ApiKey[] = ['blog', 'shop'].map((name) => ({
  secret: `${name}-key`,
  holder: { name, scopes: ['chat'] },
}))

async function setUp(options: TestGatewayOptions = {}) {
  const gateway = await openTestGateway([], { keys, ...options })
  const clientOf = (apiKey: string, person?: string) =>
    new OpenAI({
      apiKey,
      baseURL: `${gateway.url}/v1`,
      maxRetries: 0,
      ...(person !== undefined && { defaultHeaders: { [sessionKeyHeader]: person } }),
    })
  const client = clientOf(testKey)
  const upload = async (name = 'notes.txt', content = 'Some notes.', from = client) =>
    from.files.create({ file: await toFile(Buffer.from(content), name), purpose: 'user_data' })
  /** Returns what is stored on disk, by the names of files. */
  const onDisk = () =>
    readdirSync(gateway.received, { recursive: true, encoding: 'utf8' }).filter((name) =>
      statSync(join(gateway.received, name)).isFile(),
    )
  return { ...gateway, client, clientOf, upload, onDisk }
}

const stores = [
  ['memory', () => createMemoryStore()],
  [
    'sqlite',
    async () => {
      const store = await createSqliteStore({ path: join(temporaryHome(), 'state.db') })
      onTestFinished(() => store[Symbol.asyncDispose]())
      return store
    },
  ],
] as const

describe.each(stores)('a file, with the store %s', (_, createStore) => {
  test('is uploaded, found, read and deleted', async () => {
    const { client, upload, onDisk } = await setUp({ store: await createStore() })
    const file = await upload('report.txt', 'All is well.')
    expect(file).toMatchObject({ object: 'file', bytes: 12, filename: 'report.txt', purpose: 'user_data' })
    expect(Math.abs(file.created_at - Date.now() / 1000)).toBeLessThan(60)
    expect(await client.files.retrieve(file.id)).toEqual(file)
    const content = await client.files.content(file.id)
    expect(await content.text()).toBe('All is well.')
    expect(Object.fromEntries(content.headers)).toMatchObject({
      'content-disposition': "attachment; filename*=UTF-8''report.txt",
      'x-content-type-options': 'nosniff',
    })
    expect(await client.files.delete(file.id)).toEqual({ id: file.id, object: 'file', deleted: true })
    expect(onDisk()).toEqual([])
    for (const work of [client.files.retrieve(file.id), client.files.content(file.id), client.files.delete(file.id)]) {
      await expect(work).rejects.toMatchObject({ status: 404 })
    }
  })

  test('is listed page by page', async () => {
    const clock = { atMs: dayMs }
    const { client, upload } = await setUp({ store: await createStore(), now: () => (clock.atMs += 1000) })
    const ids: string[] = []
    for (const name of ['a', 'b', 'c']) ids.push((await upload(name)).id)
    const vision = await client.files.create({ file: await toFile(Buffer.from('x'), 'd'), purpose: 'vision' })
    const idsOf = async (query: OpenAI.FileListParams) =>
      (await Array.fromAsync(client.files.list(query))).map(({ id }) => id)
    expect(await idsOf({ order: 'asc', limit: 1 })).toEqual([...ids, vision.id])
    expect(await idsOf({ limit: 3 })).toEqual([vision.id, ...ids.toReversed()])
    expect(await idsOf({ purpose: 'user_data', order: 'asc' })).toEqual(ids)
    const page = await client.files.list({ after: ids[0] ?? '', order: 'asc', limit: 2 })
    expect(page.data.map(({ id }) => id)).toEqual(ids.slice(1))
    expect(page.has_more).toBe(true)
    await expect(client.files.list({ after: 'file-x' })).rejects.toMatchObject({ status: 400, param: 'after' })
    await expect(client.files.list({ purpose: 'batch' })).rejects.toMatchObject({ status: 400, param: 'purpose' })
  })

  test('is uploaded once with an Idempotency-Key', async () => {
    const { client, onDisk } = await setUp({ store: await createStore() })
    const once = async (content: string) =>
      client.files.create(
        { file: await toFile(Buffer.from(content), 'a.txt'), purpose: 'user_data' },
        { headers: { 'Idempotency-Key': 'k' } },
      )
    const [first, second] = await Promise.all([once('a'), once('a')])
    expect(second).toEqual(first)
    expect(await once('a')).toEqual(first)
    await expect(once('b')).rejects.toMatchObject({ status: 409, code: 'idempotency_conflict' })
    expect(onDisk()).toHaveLength(1)
  })
})

test('a file survives a restart', async () => {
  const [store, received] = [createMemoryStore(), temporaryHome()]
  const { upload } = await setUp({ store, received })
  const { id } = await upload()
  const { client } = await setUp({ store, received })
  expect(await (await client.files.content(id)).text()).toBe('Some notes.')
})

test('a file belongs to its key, and to the person that it was uploaded for', async () => {
  const { clientOf, upload } = await setUp()
  const callers = {
    owner: clientOf(testKey),
    'owner for ada': clientOf(testKey, 'ada'),
    blog: clientOf('blog-key'),
    'blog for ada': clientOf('blog-key', 'ada'),
    'blog for bob': clientOf('blog-key', 'bob'),
    shop: clientOf('shop-key'),
  }
  const seenBy: Record<string, readonly string[]> = {}
  for (const [name, client] of Object.entries(callers)) {
    const { id } = await upload(name, name, client)
    const sees = await Promise.all(
      Object.entries(callers).map(async ([other, one]) => {
        const list = (await one.files.list()).data.map((file) => file.id)
        const found = await one.files.retrieve(id).catch(() => undefined)
        expect(list.includes(id), `${other} lists what it can get`).toBe(found !== undefined)
        return found ? [other] : []
      }),
    )
    seenBy[name] = sees.flat()
  }
  expect(seenBy).toEqual({
    owner: ['owner', 'owner for ada'],
    'owner for ada': ['owner', 'owner for ada'],
    blog: ['blog', 'blog for ada', 'blog for bob'],
    'blog for ada': ['blog for ada'],
    'blog for bob': ['blog for bob'],
    shop: ['shop'],
  })
})

test('a key without the scope has no files', async () => {
  const { clientOf, upload } = await setUp({
    keys: [{ secret: 'meter-key', holder: { name: 'meter', scopes: ['metrics'] } }],
  })
  const client = clientOf('meter-key')
  await expect(client.files.list()).rejects.toMatchObject({ status: 403, code: 'missing_scope' })
  await expect(upload('a', 'a', client)).rejects.toMatchObject({ status: 403, code: 'missing_scope' })
})

test.each([
  ['../../../etc/passwd', 'passwd'],
  ['C:\\Users\\ada\\plan.txt', 'plan.txt'],
  ['..', '..'],
  ['a\u202etxt.exe', 'atxt.exe'],
  ['报告 1.pdf', '报告 1.pdf'],
  ['"50 %2" plan.txt', '"50 %2" plan.txt'],
])('the name %j does not lead to another folder', async (given, shown) => {
  const { client, upload, onDisk } = await setUp()
  const { id, filename } = await upload(given)
  expect(filename).toBe(shown)
  expect(onDisk()).toEqual([expect.stringMatching(/^uploads.[0-9a-f-]{36}$/)])
  expect(await (await client.files.content(id)).text()).toBe('Some notes.')
})

const boundary = 'b0undary'
const part = (head: string, content: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`
const filePart = part('name="file"; filename="a.txt"', 'text')
const purposePart = part('name="purpose"', 'user_data')
const end = `--${boundary}--\r\n`

describe('an upload', () => {
  async function post(body: string, type = `multipart/form-data; boundary=${boundary}`) {
    const { url, onDisk } = await setUp()
    const headers = { authorization: `Bearer ${testKey}`, 'content-type': type }
    const response = await fetch(`${url}/v1/files`, { method: 'POST', headers, body })
    return { status: response.status, body: Object(await response.json()), files: onDisk() }
  }

  test.each([
    ['JSON', '{}', 'application/json', /must be multipart/],
    ['without a boundary', filePart, 'multipart/form-data', /must be multipart/],
    ['that is cut off', filePart.slice(0, -10), undefined, /not valid multipart/],
    ['without a file', purposePart + end, undefined, /Missing required parameter: 'file'/],
    ['with a text as file', part('name="file"', 'text') + purposePart + end, undefined, /'file'/],
    ['without a purpose', filePart + end, undefined, /'purpose' must be one of/],
    [
      'for batches',
      filePart + part('name="purpose"', 'batch') + end,
      undefined,
      /'purpose' must be one of "user_data"/,
    ],
    [
      'for a minute',
      filePart + purposePart + part('name="expires_after[seconds]"', '60') + end,
      undefined,
      /Invalid 'expires_after\[seconds\]': expected at least 3600/,
    ],
  ])('%s is refused and leaves nothing', async (_, sent, type, message) => {
    const { status, body, files } = await post(sent, type)
    expect({ status, message: body.error.message, files }).toEqual({
      status: 400,
      message: expect.stringMatching(message),
      files: [],
    })
  })

  test('that ends when its client leaves leaves nothing', async () => {
    const { url, client, onDisk } = await setUp()
    const headers = {
      authorization: `Bearer ${testKey}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': 10_000,
    }
    const sent = request(`${url}/v1/files`, { method: 'POST', headers })
    const failed = new Promise((resolve) => sent.once('error', resolve))
    await new Promise((resolve) => sent.write(filePart, resolve))
    await expect.poll(onDisk).toHaveLength(1)
    sent.destroy()
    await failed
    expect((await client.files.list()).data).toEqual([])
    await expect.poll(onDisk).toEqual([])
  })

  test('is stored while it arrives', async () => {
    const { url, received, onDisk } = await setUp()
    const sizeOnDisk = () => onDisk().reduce((sum, name) => sum + statSync(join(received, name)).size, 0)
    const headers = { authorization: `Bearer ${testKey}`, 'content-type': `multipart/form-data; boundary=${boundary}` }
    const sent = request(`${url}/v1/files`, { method: 'POST', headers })
    const answered = new Promise<IncomingMessage>((resolve) => sent.once('response', resolve))
    const half = 'x'.repeat(2 ** 18)
    sent.write(purposePart + part('name="other"; filename="b.txt"', 'skipped') + filePart.replace('text\r\n', half))
    await expect.poll(sizeOnDisk).toBeGreaterThan(2 ** 17)
    sent.end(`${half}\r\n${end}`)
    const response = await answered
    const file = JSON.parse(Buffer.concat(await response.toArray()).toString())
    expect(file).toMatchObject({ filename: 'a.txt', bytes: 2 ** 19 })
    expect(sizeOnDisk()).toBe(2 ** 19)
  })

  test.each([
    ['declared', 'content-length'],
    ['not declared', 'transfer-encoding'],
  ])('above the limit is refused before it is sent, its length %s', async (_, header) => {
    const { url, onDisk } = await setUp({ files: { maxFileBytes: 2 ** 16 } })
    const headers = {
      authorization: `Bearer ${testKey}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      [header]: header === 'content-length' ? 2 ** 30 : 'chunked',
    }
    const signal = AbortSignal.timeout(10_000)
    const answer = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      const sent = request(`${url}/v1/files`, { method: 'POST', headers, signal }, async (response) => {
        resolve({ status: response.statusCode, body: Buffer.concat(await response.toArray()).toString() })
        sent.destroy()
      })
      sent.on('error', reject)
      sent.write(part('name="file"; filename="a.txt"', 'x'.repeat(2 ** 18)))
    })
    expect(answer.status).toBe(413)
    expect(answer.body).toContain('The file is larger than 64 KiB')
    expect(onDisk()).toEqual([])
  })

  test('may be as large as its own limit, which differs from that of other requests', async () => {
    const { upload, onDisk } = await setUp({ files: { maxFileBytes: 2 ** 16 }, maxBodyBytes: 2 ** 10 })
    expect(await upload('a.txt', 'x'.repeat(2 ** 16))).toMatchObject({ bytes: 2 ** 16 })
    await expect(upload('b.txt', 'x'.repeat(2 ** 16 + 1))).rejects.toMatchObject({ status: 413 })
    expect(onDisk()).toHaveLength(1)
  })

  test('is refused if its key has enough files, while others still have room', async () => {
    const { client, clientOf, upload, onDisk } = await setUp({ files: { maxTotalBytes: 2 ** 16 } })
    const half = 'x'.repeat(2 ** 15)
    const { id } = await upload('a', half)
    await upload('b', half)
    await expect(upload('c')).rejects.toMatchObject({ status: 413, code: 'files_full' })
    expect((await client.files.list()).data.map(({ filename }) => filename)).toEqual(['b', 'a'])
    await upload('d', half, clientOf('blog-key'))
    await client.files.delete(id)
    await upload('c', half)
    expect(onDisk()).toHaveLength(3)
  })
})

describe('an expired file', () => {
  test('is removed at once if its client has chosen the time', async () => {
    const clock = { atMs: dayMs }
    const { client, files, onDisk } = await setUp({ now: () => clock.atMs })
    const { id, expires_at } = await client.files.create({
      file: await toFile(Buffer.from('x'), 'a'),
      purpose: 'user_data',
      expires_after: { anchor: 'created_at', seconds: 3600 },
    })
    expect(expires_at).toBe((dayMs + hourMs) / 1000)
    clock.atMs += hourMs - 1
    await client.files.retrieve(id)
    clock.atMs += 1
    await expect(client.files.retrieve(id)).rejects.toMatchObject({ status: 404 })
    expect((await client.files.list()).data).toEqual([])
    await files.sweep()
    expect(onDisk()).toEqual([])
  })

  test('is removed if nobody has named it for the days of the settings', async () => {
    const clock = { atMs: 100 * dayMs }
    const { client, files, upload, onDisk } = await setUp({ now: () => clock.atMs, files: { keepMs: 30 * dayMs } })
    const { id } = await upload('a')
    clock.atMs += 29 * dayMs
    await upload('b')
    await files.sweep()
    expect(onDisk()).toHaveLength(2)
    clock.atMs += dayMs
    await files.sweep()
    await expect(client.files.retrieve(id)).rejects.toMatchObject({ status: 404 })
    expect((await client.files.list()).data.map(({ filename }) => filename)).toEqual(['b'])
    expect(onDisk()).toHaveLength(1)
  })
})

test('the remains of an interrupted upload are removed later', async () => {
  const clock = { atMs: Date.now() }
  const { client, files, services, upload, onDisk } = await setUp({ now: () => clock.atMs })
  const { id } = await upload()
  await services.store.values?.update('api.files', id, () => undefined)
  await files.sweep()
  expect(onDisk(), 'it may be that of a request').toHaveLength(1)
  clock.atMs += 2 * hourMs
  await files.sweep()
  expect(onDisk()).toEqual([])
  expect((await client.files.list()).data).toEqual([])
})

test('a file on another host is listed, and its content is refused with a reason', async () => {
  const store = createMemoryStore()
  const { upload } = await setUp({ store })
  const { id } = await upload()
  const { client } = await setUp({ store })
  expect(await client.files.retrieve(id)).toMatchObject({ filename: 'notes.txt' })
  await expect(client.files.content(id)).rejects.toMatchObject({ status: 503, code: 'file_elsewhere' })
  await client.files.delete(id)
})
