import { hang, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { leftInQueue } from '../../../testing/left-in-queue.js'
import { messageEvent } from '../../../testing/message-event.js'
import { serveChats } from '../../../testing/serve-chats.js'
import { toPayload } from '../network/payload.js'
import { commandsQueue, repliesQueue } from '../network/queues.js'

const patient = { timeout: 10_000 }

function serveOnce(isLeft: (said: string, number: number) => boolean = () => false) {
  return serveChats({
    platforms: { net: { allow_all: true, busy_mode: 'queue' } },
    settings: { display: { busy_ack_enabled: false } },
    script: (body, number) => {
      const said = String(Object(body).messages.at(-1).content)
      return isLeft(said, number) ? hang() : text(`Read: ${said}`)
    },
  })
}

test('a message behind a command is answered below it after a restart', async () => {
  const { network, shown, provider, store, stop, start } = await serveOnce((_, number) => number === 2)
  const say = (words: string) => network().say({ text: words })
  say('one')
  await expect.poll(() => shown(), patient).toEqual(['Read: one'])
  say('/queue two')
  await expect.poll(() => provider.requests.length, patient).toBe(2)
  say('three')
  await expect.poll(() => store.queue?.list({ queue: repliesQueue }), patient).toHaveLength(1)
  await stop()
  const again = await start()
  await expect.poll(() => leftInQueue(again.store), patient).toEqual([])
  expect(shown()).toEqual(['one', 'two', 'three'].map((words) => `Read: ${words}`))
})

test('a message waits for a command whose process died before it became a message, and others keep their place', async () => {
  const { network, shown, store } = await serveOnce()
  const say = (words: string) => network().say({ text: words })
  say('one')
  await expect.poll(() => shown(), patient).toEqual(['Read: one'])
  const [conversation = ''] = (await store.values?.list('conversation-keys'))?.map(({ key }) => key) ?? []
  const event = messageEvent({ id: 'left', text: '/queue two' })
  const payload = toPayload({ network: 'net', event, command: { conversation, becomesMessage: true } })
  await store.queue?.put({ queue: commandsQueue, lane: 'of a dead process', id: 'net:left', payload })
  say('three')
  say('four')
  await expect.poll(() => leftInQueue(store), patient).toEqual([])
  expect(shown()).toEqual(['one', 'two', 'three', 'four'].map((words) => `Read: ${words}`))
})
