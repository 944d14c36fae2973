import { text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../testing/serve-chats.js'
import { startVoice } from '../../../testing/start-voice.js'

const patient = { timeout: 10_000 }
const recording = { kind: 'voice', id: 'file', name: 'voice.ogg', mediaType: 'audio/ogg' } as const
const answer = '**It is noon.** See [the clock](https://example.org).\n\n```\n12:00\n```'

/** Starts a gateway whose speaker is a server. */
async function serveVoice(statusOf?: Parameters<typeof startVoice>[0]) {
  const { baseUrl, said } = await startVoice(statusOf)
  const chats = await serveChats({
    platforms: { net: { admins: ['ada'], busy_mode: 'queue', stream: false } },
    script: () => text(answer),
    settings: { tts: { provider: 'custom', base_url: baseUrl }, stt: { enabled: false } },
  })
  const seen = () => chats.network().shown.map(({ text, fileName }) => (fileName === undefined ? text : 'sound'))
  return { ...chats, seen, said }
}

test('`tts` speaks every answer after its text, worded for speech', async () => {
  const { network, seen, said } = await serveVoice()
  network().say({ text: '/voice tts' })
  await expect.poll(seen, patient).toEqual(['tts: I say every answer as well.'])
  network().say({ text: 'what time is it?' })
  await expect.poll(() => seen().slice(1), patient).toEqual([answer, 'sound'])
  expect(said).toEqual(['It is noon. See the clock.'])
  network().say({ text: '/version' })
  await expect.poll(() => seen().length, patient).toBe(4)
  network().say({ text: '/voice off' })
  await expect.poll(() => seen().length, patient).toBe(5)
  network().say({ text: 'and now?' })
  await expect.poll(() => seen().length, patient).toBe(6)
  network().say({ text: '/voice status' })
  await expect.poll(() => seen().at(-1), patient).toMatch(/^off: /)
  expect(said).toHaveLength(1)
})

test('`on` speaks answers to voice messages, even after a restart, and only in its conversation', async () => {
  const { network, seen, said, stop, start } = await serveVoice()
  network().say({ text: '/voice on' })
  await expect.poll(seen, patient).toHaveLength(1)
  await stop()
  await start()
  network().say({ text: 'written' })
  await expect.poll(seen, patient).toHaveLength(2)
  network().say({ text: '', attachments: [recording], chatId: 'other' })
  await expect.poll(seen, patient).toHaveLength(3)
  network().say({ text: '', attachments: [recording] })
  await expect.poll(() => seen().slice(3), patient).toEqual([answer, 'sound'])
  expect(said).toHaveLength(1)
})

test('the next process speaks an answer that was not spoken when the last one ended, once', async () => {
  const { network, seen, said, stop, start } = await serveVoice((count) => (count === 1 ? undefined : 200))
  network().say({ text: '/voice tts' })
  const id = network().say({ text: 'what time is it?' })
  await expect.poll(() => said.length, patient).toBe(1)
  await stop()
  expect(seen()).toEqual([expect.stringMatching(/^tts/), answer])
  await start()
  await expect.poll(() => seen().slice(1), patient).toEqual([answer, 'sound'])
  network().redeliver(id)
  network().say({ text: '/voice off' })
  await expect.poll(() => seen().slice(1), patient).toEqual([answer, 'sound', expect.stringMatching(/^off/)])
  expect(said).toHaveLength(2)
})

test('a failing voice is reported once, below the text', async () => {
  const { network, seen, said } = await serveVoice(() => 401)
  network().say({ text: '/voice tts' })
  network().say({ text: 'what time is it?' })
  await expect
    .poll(() => seen().slice(1), { timeout: 20_000 })
    .toEqual([answer, expect.stringContaining('I could not say this')])
  expect(said).toHaveLength(3)
}, 30_000)

test('without a voice, `/voice` says so, and reports unknown words', async () => {
  const { network, shown } = await serveChats({ script: [] })
  network().say({ text: '/voice tts' })
  await expect.poll(() => shown(), patient).toEqual([expect.stringMatching(/^I have no voice: .*`tts`.*\.$/)])
  network().say({ text: '/voice loud' })
  await expect.poll(() => shown()[1], patient).toBe('Write /voice on, tts, off or status.')
})
