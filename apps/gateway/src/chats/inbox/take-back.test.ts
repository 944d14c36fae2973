import { call, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { leftInQueue } from '../../../testing/left-in-queue.js'
import { serveChats } from '../../../testing/serve-chats.js'
import { inboxQueue, repliesQueue } from '../network/queues.js'

const patient = { timeout: 15_000 }

/** The answer to `one` waits for `goOn`. */
async function open() {
  const held = Promise.withResolvers<void>()
  const chats = await serveChats({
    platforms: { net: { admins: ['ada'], busy_mode: 'queue', stream: false } },
    script: async (body) => {
      const said = Object(body).messages.at(-1).content
      if (said === 'one') await held.promise
      return text(`About ${said}.`)
    },
  })
  const { network, provider, store } = chats
  network().say({ text: 'one' })
  await expect.poll(() => provider.requests.length, patient).toBe(1)
  const owed = async () => (await store.queue?.list({ queue: repliesQueue }))?.length
  return { ...chats, owed, goOn: () => held.resolve() }
}

test('a message that was removed while it waited for its turn is not answered', async () => {
  const { network, shown, store, owed, goOn, provider } = await open()
  const removed = network().say({ text: 'two' })
  network().say({ text: 'three' })
  await expect.poll(owed, patient).toBe(3)
  network().act({ type: 'removal', messageId: removed })
  await expect.poll(owed, patient).toBe(2)
  goOn()
  await expect.poll(() => shown(), patient).toEqual(['About one.', 'About three.'])
  await expect.poll(() => leftInQueue(store), patient).toEqual([])
  expect(JSON.stringify(provider.requests.at(-1)?.body)).not.toContain('"two"')
})

test('a message that arrives together with its removal is not answered', async () => {
  const { network, shown, goOn, stop, start, provider } = await open()
  await stop()
  const removed = network().say({ text: 'two' })
  network().act({ type: 'removal', messageId: removed })
  network().say({ text: 'three' })
  const { store } = await start()
  const received = () => store.queue?.list({ queue: inboxQueue })
  await expect.poll(() => provider.requests.length, patient).toBe(2)
  await expect.poll(received, patient).toEqual([])
  goOn()
  await expect.poll(() => shown().at(-1), patient).toBe('About three.')
  await expect.poll(() => leftInQueue(store), patient).toEqual([])
  expect(JSON.stringify(provider.requests.at(-1)?.body)).not.toContain('"two"')
})

test('a message whose turn has started is answered', async () => {
  const { network, shown, goOn } = await open()
  const two = network().say({ text: 'two' })
  goOn()
  await expect.poll(() => shown(), patient).toEqual(['About one.', 'About two.'])
  network().act({ type: 'removal', messageId: two })
  network().say({ text: 'three' })
  await expect.poll(() => shown(), patient).toEqual(['About one.', 'About two.', 'About three.'])
})

test('a message that was passed to a turn is not read if it was removed first', async () => {
  const held = Promise.withResolvers<void>()
  const { network, shown, provider, store } = await serveChats({
    platforms: { net: { admins: ['ada'], busy_mode: 'steer', stream: false } },
    script: async (body) => {
      const last = Object(body).messages.at(-1)
      if (last.role === 'tool') return text('Looked.')
      if (last.content !== 'one') return text(`About ${last.content}.`)
      await held.promise
      return call('todo', {})
    },
  })
  network().say({ text: 'one' })
  await expect.poll(() => provider.requests.length, patient).toBe(1)
  const removed = network().say({ text: 'two' })
  await expect.poll(async () => (await store.queue?.list({ queue: repliesQueue }))?.length, patient).toBe(2)
  network().act({ type: 'removal', messageId: removed })
  await expect.poll(async () => (await store.queue?.list({ queue: repliesQueue }))?.length, patient).toBe(1)
  held.resolve()
  await expect.poll(() => shown().at(-1), patient).toBe('Looked.')
  await expect.poll(() => leftInQueue(store), patient).toEqual([])
  expect(JSON.stringify(provider.requests.at(-1)?.body)).not.toContain('"two"')
})
