import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InboundAttachment, InboundMessage } from '@hermes/core/platform'
import type { Runtime } from '@hermes/runtime'
import { createScriptedNetwork } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { contentOf } from './read-attachments.js'

const { limits } = createScriptedNetwork().connect()
const media = { maxInBytes: 100, maxOutBytes: 100, caption: { max: 10, unit: 'utf16' as const } }

/** Returns what the model reads of a message with these attachments, and the folder of stored files. Each file contains its id. */
async function receivedAll(attachments: readonly Partial<InboundAttachment>[], transcribe?: () => Promise<string>) {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-received-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const voice = { id: 'x', kind: 'voice', name: 'voice.ogg', mediaType: 'audio/ogg' } as const
  const message: InboundMessage = {
    type: 'message',
    id: '7',
    messageId: '7',
    chatId: 'chat',
    chatType: 'direct',
    sender: { id: 'ada', name: 'Ada' },
    text: '',
    sentAtMs: 0,
    isAddressed: true,
    attachments: attachments.map((attachment) => ({ ...voice, ...attachment })),
  }
  const network = {
    name: 'net',
    adapter: { limits: { ...limits, media }, readAttachment: async (id: string) => Buffer.from(id, 'latin1') },
  }
  const transcriber: Runtime['transcriber'] = transcribe && { transcribe }
  const read = () => contentOf(message, message.text, network, { received: folder, transcriber: () => transcriber })
  return { read, content: await read(), folder: join(folder, 'net-7') }
}

async function received(attachment: Partial<InboundAttachment>, transcribe?: () => Promise<string>) {
  const { content, folder } = await receivedAll([attachment], transcribe)
  return { content, path: join(folder, attachment.name ?? 'voice.ogg') }
}

test.each([0, 1, 7, 99])('a file of %i bytes is read', async (bytes) => {
  const { content, path } = await received({ kind: 'document', name: 'a.txt', bytes })
  expect(JSON.stringify(content)).toContain(`stored as ${path}`)
})

test('a voice message becomes text', async () => {
  const { content } = await received({}, async () => 'What time is it?')
  expect(content).toEqual([{ type: 'text', text: '[Voice message] What time is it?' }])
})

test('another recording becomes a file with its text', async () => {
  const { content, path } = await received({ kind: 'audio', name: 'talk.mp3' }, async () => 'Welcome.')
  expect(content).toEqual([{ type: 'text', text: `[audio "talk.mp3": stored as ${path}; transcribed: Welcome.]` }])
  expect(await readFile(path, 'utf8')).toBe('x')
})

test.each([
  ['without speech', async () => '', 'no speech was recognised'],
  [
    'that cannot be transcribed',
    () => Promise.reject(new Error('The model is missing.')),
    'it could not be transcribed: The model is missing.',
  ],
])('a voice message %s becomes a file, with the reason', async (_, transcribe, reason) => {
  const { content, path } = await received({}, transcribe)
  expect(content).toEqual([{ type: 'text', text: `[voice "voice.ogg": stored as ${path}; ${reason}]` }])
})

test('the model gets the path of other files, and of recordings if nothing transcribes them', async () => {
  const voice = await received({})
  expect(voice.content).toEqual([{ type: 'text', text: `[voice "voice.ogg": stored as ${voice.path}]` }])
  const file = await received({ kind: 'document', name: 'a.pdf' }, async () => 'never')
  expect(file.content).toEqual([{ type: 'text', text: `[document "a.pdf": stored as ${file.path}]` }])
})

test('a recording that is too large is not read', async () => {
  const { content } = await received({ bytes: 101 }, async () => 'never')
  expect(content).toEqual([{ type: 'text', text: '[voice "voice.ogg": it is too large to be read]' }])
})

test('files with one name are stored next to each other, and at the same places when the message is handled again', async () => {
  const names = ['report.txt', 'Report.txt', 'report-2.txt', 'report.txt', '\u{1f600}.txt', '\u{1f60e}.txt']
  const given = names.map((name, index) => ({ id: `content ${index}`, kind: 'document', name }) as const)
  const { content, folder, read } = await receivedAll(given)
  const stored = ['report.txt', 'Report-2.txt', 'report-2-2.txt', 'report-3.txt', '_.txt', '_-2.txt']
  const lines = JSON.stringify(content)
  for (const [index, name] of stored.entries()) {
    expect(await readFile(join(folder, name), 'utf8')).toBe(`content ${index}`)
    expect(lines).toContain(`stored as ${join(folder, name)}]`)
  }
  expect(await read()).toEqual(content)
  expect(await readdir(folder)).toHaveLength(names.length)
})

test('only pictures that providers accept are shown to the model, with the type of their bytes', async () => {
  const png = '\x89PNG\r\n\x1a\n'
  const shown = await received({ id: png, kind: 'image', name: 'a.jpg', mediaType: 'image/jpeg' })
  const url = `data:image/png;base64,${Buffer.from(png, 'latin1').toString('base64')}`
  expect(shown.content).toEqual([{ type: 'image_url', image_url: { url } }])
  const photo = await received({ id: '....ftypheic', kind: 'image', name: 'a.heic', mediaType: 'image/heic' })
  expect(photo.content).toEqual([{ type: 'text', text: `[image "a.heic": stored as ${photo.path}]` }])
  expect(await readFile(photo.path, 'latin1')).toBe('....ftypheic')
})
