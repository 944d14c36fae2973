import { text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { leftInQueue } from '../../../testing/left-in-queue.js'
import { serveChats } from '../../../testing/serve-chats.js'

const patient = { timeout: 10_000 }

/** Serves a chat in the mode `queue`, whose model answers `stay` when it is released. */
async function serveQueue() {
  const goOn = Promise.withResolvers<void>()
  const world = await serveChats({
    platforms: { net: { allow_all: true, busy_mode: 'queue' } },
    settings: { display: { busy_ack_enabled: false } },
    script: async (body) => {
      const said = String(Object(body).messages.at(-1).content)
      if (said === 'stay') await goOn.promise
      return text(`Read: ${said}`)
    },
  })
  const say = (words: string) => world.network().say({ text: words })
  const hear = (told: unknown) => expect.poll(() => world.shown().at(-1), patient).toEqual(told)
  return { ...world, say, hear, goOn }
}

test('commands follow the messages that wait, and show them', async () => {
  const { say, hear, provider, shown, goOn } = await serveQueue()
  say('stay')
  await expect.poll(() => provider.requests.length, patient).toBe(1)
  for (const line of ['one', '/queue two', 'three', '/queue']) say(line)
  await hear(expect.stringMatching(/one[\s\S]*two[\s\S]*three/))
  say('/new')
  await hear(expect.stringContaining('The running turn ends, which drops 3 waiting messages.'))
  goOn.resolve()
  await hear('Read: three')
  expect(shown().slice(2)).toEqual(['stay', 'one', 'two', 'three'].map((words) => `Read: ${words}`))
})

test('/new drops the messages that wait, whichever gateway of the store takes them', async () => {
  const { say, hear, provider, shown, start, store } = await serveQueue()
  // The inbox of this gateway competes for every message.
  await start()
  for (let round = 1; round <= 4; round += 1) {
    say('stay')
    await expect.poll(() => provider.requests.length, patient).toBe(round)
    for (const line of ['one', 'two', '/new -y']) say(line)
    await hear(expect.stringContaining('The running turn was ended, which dropped 2 waiting messages.'))
    await expect.poll(() => leftInQueue(store), patient).toEqual([])
    expect(shown()).toHaveLength(round)
  }
})
