import { hang, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { leftInQueue } from '../../../testing/left-in-queue.js'
import { serveChats } from '../../../testing/serve-chats.js'

const patient = { timeout: 10_000 }
const lastOf = (body: unknown) => String(Object(body).messages.at(-1).content)

test('/stop and messages reach the turn, whichever gateway of the store takes them', async () => {
  const { network, shown, provider, start, store } = await serveChats({
    platforms: { net: { allow_all: true } },
    script: (body) => {
      const [now] = /now \d/.exec(lastOf(body)) ?? []
      return now === undefined ? hang() : text(`Read: ${now}`)
    },
  })
  // The inbox of this gateway competes for every message.
  await start()
  for (let round = 1; round <= 4; round += 1) {
    const before = provider.requests.length
    network().say({ text: `wait ${round}` })
    await expect.poll(() => provider.requests.length, patient).toBe(before + 1)
    network().say({ text: '/stop' })
    await expect.poll(() => shown().filter((each) => each === 'The turn was ended.').length, patient).toBe(round)
  }
  for (let round = 1; round <= 4; round += 1) {
    const before = provider.requests.length
    network().say({ text: `wait again ${round}` })
    await expect.poll(() => provider.requests.length, patient).toBe(before + 1)
    network().say({ text: `now ${round}` })
    await expect.poll(() => shown().at(-1), patient).toBe(`Read: now ${round}`)
  }
  await expect.poll(() => leftInQueue(store), patient).toEqual([])
})

test('/stop right behind a message ends its turn, whichever gateway of the store takes them', async () => {
  const { network, shown, start, store } = await serveChats({
    platforms: { net: { allow_all: true } },
    script: () => hang(),
  })
  await start()
  for (let round = 1; round <= 6; round += 1) {
    for (const line of [`wait ${round}`, '/stop']) network().say({ text: line })
    await expect.poll(() => shown().filter((each) => each === 'The turn was ended.').length, patient).toBe(round)
    await expect.poll(() => leftInQueue(store), patient).toEqual([])
  }
})
