import { text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { messageEvent } from '../../../../testing/message-event.js'
import { serveChats } from '../../../../testing/serve-chats.js'
import { toPayload } from '../../network/payload.js'
import { commandsQueue } from '../../network/queues.js'

const patient = { timeout: 10_000 }

test('a command that becomes a message during a turn is answered after it', async () => {
  const first = Promise.withResolvers<void>()
  const { network, shown, provider } = await serveChats({
    platforms: { net: { allow_all: true } },
    script: async (body) => {
      const said = String(Object(body).messages.at(-1).content)
      if (said === 'wait') await first.promise
      return text(`Read: ${said}`)
    },
  })
  network().say({ text: 'wait' })
  await expect.poll(() => provider.requests.length, patient).toBe(1)
  network().say({ text: '/queue and then this' })
  network().say({ text: '/version' })
  await expect.poll(() => shown().length, patient).toBe(1)
  first.resolve()
  await expect.poll(() => shown().slice(1), patient).toEqual(['Read: wait', 'Read: and then this'])
})

test('a command whose process died is reported, because it may have taken effect', async () => {
  const { network, shown, store } = await serveChats({
    platforms: { net: { allow_all: true } },
    script: () => text('Hi.'),
  })
  network().say({ text: 'hello' })
  network().say({ text: '/version' })
  await expect.poll(() => shown().length, patient).toBe(2)
  const [session] = await store.sessions.find()
  const event = messageEvent({ id: 'event', text: '/version' })
  const taken = JSON.stringify([session?.id, 'command net:event'])
  await store.queue?.put({ queue: 'inputs', lane: 'of a dead process', id: taken, payload: null })
  const payload = toPayload({ network: 'net', event })
  await store.queue?.put({ queue: commandsQueue, lane: 'of a dead process', id: 'net:event', payload })
  await expect.poll(() => shown()[2], patient).toMatch(/`\/version` was cut off .* may have had its effect/)
})
