import type { OutboundText } from '@hermes/core/platform'
import { createScriptedNetwork, type ProviderScript, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { refuseMessages } from '../../../testing/refuse-messages.js'
import { serveChats } from '../../../testing/serve-chats.js'

const patient = { timeout: 10_000 }
const story = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ')
const slowly = (words: string) => () => text(words, { pace: { pieceSize: 6, pieceDelayMs: 20 } })

interface World {
  readonly script: ProviderScript
  readonly mayEdit?: (text: OutboundText) => boolean
}

async function open({ script, mayEdit = () => true }: World) {
  const scripted = createScriptedNetwork()
  const network = refuseMessages(scripted, { mayEdit })
  const chats = await serveChats({
    platforms: { net: { admins: ['ada'] } },
    networks: new Map([['net', network]]),
    script,
  })
  const person = scripted.connect()
  const signal = new AbortController().signal
  const seen = () => chats.shown().join('\n')
  return {
    ...chats,
    scripted,
    seen,
    /** Resolves when this text is shown while it is written. */
    shows: (what: RegExp) => expect.poll(seen, { ...patient, interval: 5 }).toMatch(what),
    async deletes(index: number) {
      const message = scripted.shown[index]
      if (message) await person.remove?.(message, { signal })
    },
    unsent: async () => (await chats.store.queue?.list({ queue: 'chat-outbox' }))?.map(({ id }) => id),
  }
}

test('an answer is sent as a new message if a person deletes its preview', async () => {
  const words = story(20)
  const { scripted, shown, shows, deletes, unsent } = await open({ script: slowly(words) })
  scripted.say({ text: 'tell a story' })
  await shows(/^word0 .*▉$/)
  await deletes(0)
  await expect.poll(() => shown(), patient).toEqual([words])
  await expect.poll(unsent, patient).toEqual([])
})

test('an answer whose edits are refused is sent as a new message, and its preview is removed', async () => {
  const words = story(20)
  const { scripted, shown, shows, unsent } = await open({ script: slowly(words), mayEdit: () => false })
  const messageId = scripted.say({ text: 'tell a story', chatType: 'group' })
  await shows(/^word0 .*▉$/)
  await expect.poll(() => shown(), patient).toEqual([words])
  expect(scripted.shown[0]?.replyToMessageId).toBe(messageId)
  await expect.poll(unsent, patient).toEqual([])
})

test('parts keep their order if the first one was deleted', async () => {
  const words = story(60)
  const { scripted, shown, shows, deletes, seen } = await open({ script: slowly(words) })
  scripted.say({ text: 'tell a story' })
  await shows(/word0 [^\n]*\n.*▉$/)
  await deletes(0)
  await expect.poll(() => shown().join(' ').replaceAll(/\s+/g, ' '), patient).toBe(words)
  expect(seen()).not.toContain('▉')
})

test('a new message that may have arrived is repeated with a note, and nothing is edited', async () => {
  const words = story(12)
  let isRefused = false
  const { scripted, shown, shows } = await open({
    script: slowly(words),
    mayEdit({ isPartial = false }) {
      if (isPartial || isRefused) return !isPartial
      isRefused = true
      scripted.failNext('lost-answer')
      return false
    },
  })
  scripted.say({ text: 'tell a story' })
  await shows(/^word0 .*▉$/)
  const repeated = expect.stringMatching(/^word0 .* word11\n\n_\(Sent again:/)
  await expect.poll(() => shown(), patient).toEqual([words, repeated])
})
