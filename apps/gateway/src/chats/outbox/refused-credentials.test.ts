import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PlatformError } from '@hermes/core/platform'
import { createScriptedNetwork, type ScriptedNetwork, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../testing/serve-chats.js'
import { temporaryHome } from '../../../testing/serve-home.js'

/** A network that receives with revoked credentials but sends nothing with them, as in mail. `revoke` does not affect later connections. */
function revocable(network: ScriptedNetwork): ScriptedNetwork & { revoke(): void } {
  let generation = 0
  return {
    ...network,
    revoke: () => void generation++,
    connect() {
      const adapter = network.connect()
      const own = generation
      const requireToken = () => {
        if (own !== generation) throw new PlatformError('auth', 'The network refused the token.')
      }
      return {
        ...adapter,
        async send(message, options) {
          requireToken()
          return adapter.send(message, options)
        },
        async edit(sent, content, options) {
          requireToken()
          await adapter.edit?.(sent, content, options)
        },
      }
    },
  }
}

test('messages that are owed while the credentials are refused arrive with new ones', async () => {
  const network = revocable(createScriptedNetwork())
  const home = temporaryHome()
  const configure = (token: string) =>
    writeFileSync(join(home, 'config.yaml'), JSON.stringify({ platforms: { net: { admins: ['ada'], token } } }))
  configure('old')
  const { lines, gateway, store, shown } = await serveChats({
    home,
    readsFile: true,
    networks: new Map([['net', network]]),
    script: [text('Hello there, this is the answer.'), text('And the second one.')],
  })
  await expect.poll(() => lines).toEqual(['net: connected as @scripted.'])
  network.revoke()
  network.say({ text: 'one' })
  network.say({ text: 'elsewhere', chatId: 'chat-2' })
  const told = 'net: The network refused the token. Messages to it wait until it is connected again.'
  await expect.poll(() => lines).toEqual(['net: connected as @scripted.', told])
  expect(gateway.networks()).toMatchObject([{ status: 'failed', reason: 'The network refused the token.' }])
  const statuses = async () => (await store.queue?.list({ queue: 'chat-outbox' }))?.map(({ status }) => status) ?? []
  await expect.poll(async () => (await statuses()).length).toBe(2)
  expect(await statuses()).not.toContain('dead')
  expect(shown()).toEqual([])

  configure('new')
  await gateway.refresh()
  await expect.poll(() => shown().toSorted()).toEqual(['And the second one.', 'Hello there, this is the answer.'])
  expect(gateway.networks()).toMatchObject([{ status: 'connected' }])
})

test('a stop does not wait for a network that refuses the credentials', async () => {
  const network = revocable(createScriptedNetwork())
  const { lines, gateway, shown, start } = await serveChats({
    networks: new Map([['net', network]]),
    script: [text('Hello there, this is the answer.')],
  })
  await expect.poll(() => lines).toHaveLength(1)
  network.revoke()
  network.say({ text: 'one' })
  await expect.poll(() => lines).toHaveLength(2)
  await gateway.stop(600_000)
  await start()
  await expect.poll(() => shown()).toEqual(['Hello there, this is the answer.'])
})
