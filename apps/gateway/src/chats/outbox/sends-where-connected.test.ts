import { PlatformError } from '@hermes/core/platform'
import { createScriptedNetwork, type ScriptedNetwork, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { leftInQueue } from '../../../testing/left-in-queue.js'
import { serveChats } from '../../../testing/serve-chats.js'

const patient = { timeout: 20_000 }
const lastOf = (body: unknown) => String(Object(body).messages.at(-1).content)

/** A network whose adapters have its keys only while they receive. `strays` lists the calls they got without keys. */
function withKeys(network: ScriptedNetwork): ScriptedNetwork & { readonly strays: readonly string[] } {
  const strays: string[] = []
  return {
    ...network,
    strays,
    connect() {
      const adapter = network.connect()
      let isConnected = false
      const requireKeys = (call: string) => {
        if (isConnected) return
        strays.push(call)
        throw new PlatformError('refused', 'Another process has the keys.')
      }
      return {
        ...adapter,
        account: 'scripted:1',
        sendsWhereConnected: true,
        async *receive(options) {
          isConnected = true
          try {
            yield* adapter.receive(options)
          } finally {
            isConnected = false
          }
        },
        async send(message, options) {
          requireKeys('send')
          return adapter.send(message, options)
        },
        async edit(sent, content, options) {
          requireKeys('edit')
          await adapter.edit?.(sent, content, options)
        },
        async remove(sent, options) {
          requireKeys('remove')
          await adapter.remove?.(sent, options)
        },
        async showTyping() {
          requireKeys('showTyping')
        },
      }
    },
  }
}

test('of two gateways, the connected one sends the answers of both, and the other one takes over when it ends', async () => {
  const network = withKeys(createScriptedNetwork())
  const words = Array.from({ length: 12 }, (_, index) => `word${index}`).join(' ')
  const answer = (body: unknown) => `Read ${lastOf(body)}: ${words}`
  const first = await serveChats({
    platforms: { net: { allow_all: true } },
    networks: new Map([['net', network]]),
    script: (body) => text(answer(body), { pace: { pieceSize: 8, pieceDelayMs: 20 } }),
  })
  await expect.poll(() => first.lines).toHaveLength(1)
  // Both gateways answer chats, because they share the store.
  const second = await first.start()
  const chats = Array.from({ length: 12 }, (_, index) => String(index))
  const answersTo = (which: string) => chats.map((chat) => `Read ${which} ${chat}: ${words}`).toSorted()
  const say = (which: string) => {
    for (const chat of chats) network.say({ text: `${which} ${chat}`, chatId: chat, sender: { id: chat } })
  }
  say('one')
  await expect.poll(() => first.shown().toSorted(), patient).toEqual(answersTo('one'))
  await expect.poll(() => leftInQueue(first.store), patient).toEqual([])
  expect(network.strays).toEqual([])

  say('two')
  await first.stop()
  await expect
    .poll(() => first.shown().toSorted(), patient)
    .toEqual([...answersTo('one'), ...answersTo('two')].toSorted())
  await expect.poll(() => leftInQueue(second.store), patient).toEqual([])
  expect(second.gateway.networks()).toMatchObject([{ status: 'connected' }])
  expect(network.strays).toEqual([])
})
