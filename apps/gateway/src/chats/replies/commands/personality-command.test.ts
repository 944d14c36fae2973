import { text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../../testing/serve-chats.js'

const patient = { timeout: 10_000 }

test('people choose in a chat the personality of the agent in a new conversation', async () => {
  const { network, shown, provider } = await serveChats({
    platforms: { net: { allow_all: true } },
    settings: { personalities: { pirate: 'Speak like a pirate.' } },
    script: () => text('Aye.'),
  })
  network().say({ text: '/personality' })
  await expect.poll(() => shown().at(-1), patient).toContain('`/personality pirate`')
  network().say({ text: '/personality pirate' })
  await expect.poll(() => shown().at(-1), patient).toBe('Personality: pirate.')
  network().say({ text: 'hello' })
  await expect.poll(() => shown().at(-1), patient).toBe('Aye.')
  expect(JSON.stringify(provider.requests[0]?.body.messages)).toContain('Speak like a pirate.')
})
