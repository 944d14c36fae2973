import { text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../testing/serve-chats.js'

const burst = Array.from({ length: 9 }, (_, index) => `message ${index + 1}`)

test.each(['interrupt', 'queue', 'steer'] as const)(
  'stores each message of a burst, in order: %s',
  async (busy_mode) => {
    const { network, store, provider, shown } = await serveChats({
      platforms: { net: { admins: ['ada'], busy_mode } },
      script: (_, number) => text(`Answer ${number}.`),
    })
    for (let round = 1; round <= 5; round++) {
      for (const words of burst) network().say({ text: `${round}: ${words}` })
      const newest = () => JSON.stringify(provider.requests.at(-1)?.body)
      await expect.poll(newest).toContain(`${round}: ${burst.at(-1)}`)
      await expect.poll(() => shown().at(-1)).toBe(`Answer ${provider.requests.length}.`)
    }
    const [session] = await store.sessions.find()
    const stored = await store.messages.load(session?.id ?? '')
    const said = stored.flatMap(({ message }) => (message.role === 'user' ? [message.content] : []))
    const expected = [1, 2, 3, 4, 5].flatMap((round) => burst.map((words) => `${round}: ${words}`))
    expect(said).toEqual(expected)
  },
)
