import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLogger } from '@hermes/core'
import type { PlatformAdapter } from '@hermes/core/platform'
import { expect, onTestFinished, test } from 'vitest'
import { ada, startFakeTelegram } from '../../testing/fake-telegram.js'
import { createTelegram } from './create-telegram.js'
import { partBelowToken, readServedFile } from './read-served-file.js'
import { telegramOptions } from './telegram-options.js'

const token = '4711:test-token'
const mebibyte = 2 ** 20
const options = { key: 'k', signal: new AbortController().signal }

async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-telegram-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Opens a self-hosted server, started with `--local`. */
async function openLocal({ isElsewhere = false } = {}) {
  const local = { folder: await tempFolder(), isElsewhere }
  const telegram = await startFakeTelegram({ token, local })
  onTestFinished(() => telegram[Symbol.asyncDispose]())
  const settings = telegramOptions.parse({ token, api_root: telegram.apiRoot, poll_seconds: 1 })
  return { telegram, adapter: await createTelegram(settings, { fetch, logger: silentLogger }) }
}

async function receivedId(adapter: PlatformAdapter): Promise<string> {
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  for await (const [event] of adapter.receive({ signal: controller.signal })) {
    if (event?.type === 'message') return event.attachments[0]?.id ?? ''
  }
  throw new Error('No message came.')
}

test('transfers 2000 MB in both directions with a self-hosted server, and otherwise what Telegram accepts', async () => {
  const { adapter } = await openLocal()
  const own = await createTelegram(telegramOptions.parse({ token }), { fetch, logger: silentLogger })
  const size = 2000 * mebibyte
  expect(adapter.limits.media).toMatchObject({ maxInBytes: size, maxOutBytes: size })
  expect(own.limits.media).toMatchObject({ maxInBytes: 20 * mebibyte, maxOutBytes: 50 * mebibyte })
})

test('sends a file that Telegram itself refuses', async () => {
  const { telegram, adapter } = await openLocal()
  const content = new Uint8Array(51 * mebibyte)
  const file = { kind: 'document', name: 'film.bin', mediaType: 'application/octet-stream', content } as const
  await adapter.send({ chatId: String(ada.id), text: '', file }, options)
  expect(telegram.messages[0]?.file?.content.length).toBe(content.length)
})

test('reads a large file from the folder of the server', async () => {
  const { telegram, adapter } = await openLocal()
  const photo = new Uint8Array(25 * mebibyte).fill(7)
  telegram.say({ text: 'look', photo })
  const content = await adapter.readAttachment?.(await receivedId(adapter), options)
  expect(content?.length).toBe(photo.length)
  expect(content?.at(-1)).toBe(7)
})

test("says what to do when the server's folder is on another machine", async () => {
  const { telegram, adapter } = await openLocal({ isElsewhere: true })
  telegram.say({ text: 'look', photo: new Uint8Array([1]) })
  const reading = adapter.readAttachment?.(await receivedId(adapter), options)
  await expect(reading).rejects.toMatchObject({ kind: 'gone', message: expect.stringMatching(/mount the folder here/) })
})

test("reads no file outside of the bot's folder", async () => {
  const folder = await tempFolder()
  await mkdir(join(folder, token))
  const [inside, outside] = [join(folder, token, 'a.txt'), join(folder, 'b.txt')]
  for (const path of [inside, outside]) await writeFile(path, 'content')
  const read = (path: string) => readServedFile(path, token, { max: 100, ...options })
  expect(Buffer.from((await read(inside)) ?? []).toString()).toBe('content')
  for (const path of [outside, join(folder, token), `${folder}/${token}/../b.txt`, 'photos/a.jpg', '/etc/passwd'])
    expect(await read(path)).toBeUndefined()
  await expect(readServedFile(inside, token, { max: 3, ...options })).rejects.toMatchObject({ kind: 'too-long' })
})

test.each([
  ['photos/a.jpg', 'photos/a.jpg'],
  [`/var/lib/telegram-bot-api/${token}/photos/a.jpg`, 'photos/a.jpg'],
  [String.raw`C:\bots\4711~test-token\photos\a.jpg`, 'photos/a.jpg'],
])("requests %s from a file server by its path in the bot's folder", (path, part) => {
  expect(partBelowToken(path, token)).toBe(part)
})
