import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../testing/serve-chats.js'
import { temporaryHome } from '../../../testing/serve-home.js'

const patient = { timeout: 10_000 }

test.each([
  ['a direct chat', 'direct', [expect.stringMatching(/^I do not know you yet\./)]],
  ['a group', 'group', []],
] as const)('in %s, a message of a person who was removed while it waited is refused', async (_, chatType, told) => {
  const home = temporaryHome()
  const configure = (allowed: readonly string[]) =>
    writeFileSync(
      join(home, 'config.yaml'),
      JSON.stringify({ platforms: { net: { allow_from: allowed, busy_mode: 'queue' } } }),
    )
  configure(['ada', 'bob'])
  const goOn = Promise.withResolvers<void>()
  const { network, provider, gateway, stop } = await serveChats({
    home,
    readsFile: true,
    platforms: { net: {} },
    script: async () => {
      await goOn.promise
      return text('Done.')
    },
  })
  const chat = { chatId: 'there', chatType, sender: { id: 'bob' } }
  const shown = () => network().shown.flatMap((message) => (message.chatId === 'there' ? message.text : []))
  network().say({ ...chat, text: 'one' })
  await expect.poll(() => provider.requests.length, patient).toBe(1)
  network().say({ ...chat, text: 'two', id: 'waiting' })
  const audit = () => {
    const path = join(home, 'logs', 'audit.jsonl')
    const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
    return lines.map((line) => JSON.parse(line)).map(({ event, user, detail }) => [event, user, detail])
  }
  await expect.poll(audit, patient).toHaveLength(2)
  configure(['ada'])
  await gateway.refresh()
  goOn.resolve()
  await expect.poll(audit, patient).toContainEqual(['refused', 'bob', 'removed'])
  await expect.poll(shown, patient).toEqual(['Done.', ...told])
  expect(provider.requests).toHaveLength(1)
  await stop()
  expect(audit()).toHaveLength(3)
})
