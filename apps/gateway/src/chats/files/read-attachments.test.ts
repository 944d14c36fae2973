import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InboundAttachment, InboundMessage } from '@hermes/core/platform'
import type { Runtime } from '@hermes/runtime'
import { createScriptedNetwork } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { contentOf } from './read-attachments.js'

const { limits } = createScriptedNetwork().connect()
const media = { maxInBytes: 100, maxOutBytes: 100, caption: { max: 10, unit: 'utf16' as const } }

/** What the model reads of a message with this attachment, and the folder of stored files. */
async function received(attachment: Partial<InboundAttachment>, transcribe?: () => Promise<string>) {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-received-'))
  onTestFinished(() => rm(folder, { recursive: true }))
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
    attachments: [{ id: 'a', kind: 'voice', name: 'voice.ogg', mediaType: 'audio/ogg', ...attachment }],
  }
  const network = {
    name: 'net',
    adapter: { limits: { ...limits, media }, readAttachment: async () => Buffer.from('x') },
  }
  const transcriber: Runtime['transcriber'] = transcribe && { transcribe }
  const content = await contentOf(message, message.text, network, { received: folder, transcriber: () => transcriber })
  return { content, path: join(folder, 'net-7', attachment.name ?? 'voice.ogg') }
}

test('a voice message is text', async () => {
  const { content } = await received({}, async () => 'What time is it?')
  expect(content).toEqual([{ type: 'text', text: '[Voice message] What time is it?' }])
})

test('another recording is a file with its text', async () => {
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
])('a voice message %s is a file, with the reason', async (_, transcribe, reason) => {
  const { content, path } = await received({}, transcribe)
  expect(content).toEqual([{ type: 'text', text: `[voice "voice.ogg": stored as ${path}; ${reason}]` }])
})

test('without anything that transcribes, and for other files, the model gets the path', async () => {
  const voice = await received({})
  expect(voice.content).toEqual([{ type: 'text', text: `[voice "voice.ogg": stored as ${voice.path}]` }])
  const file = await received({ kind: 'document', name: 'a.pdf' }, async () => 'never')
  expect(file.content).toEqual([{ type: 'text', text: `[document "a.pdf": stored as ${file.path}]` }])
})

test('a recording that is too large is not read', async () => {
  const { content } = await received({ bytes: 101 }, async () => 'never')
  expect(content).toEqual([{ type: 'text', text: '[voice "voice.ogg": it is too large to be read]' }])
})
