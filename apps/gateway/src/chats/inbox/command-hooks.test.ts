import { text, writeListener } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../testing/serve-chats.js'
import { temporaryHome } from '../../../testing/serve-home.js'

test('a plugin gets the commands of a chat with their senders, and blocks those of a conversation and of the chat', async () => {
  const home = temporaryHome()
  const { use, heard } = await writeListener(
    home,
    `pre_command: ({ name, args, surface, source, userId, role }) => {
      note([name, args, surface, source, userId, role])
      if (['title', 'busy', 'stop'].includes(name)) return { action: 'block', reason: 'not here.' }
    },`,
  )
  const { network, shown } = await serveChats({ home, script: [text('Hi.')], settings: { plugins: [{ use }] } })
  network().say({ text: '/title Tea' })
  await expect.poll(() => shown().at(-1)).toContain('/title was not run: not here.')
  network().say({ text: '/busy queue' })
  await expect.poll(() => shown().at(-1)).toBe('/busy was not run: not here.')
  network().say({ text: '/stop' })
  await expect.poll(() => shown()).toHaveLength(3)
  expect(shown().at(-1)).not.toContain('not here.')
  expect(await heard()).toEqual([
    ['title', 'Tea', 'chat', 'net', expect.any(String), 'admin'],
    ['busy', 'queue', 'chat', 'net', expect.any(String), 'admin'],
    ['stop', '', 'chat', 'net', expect.any(String), 'admin'],
  ])
})
