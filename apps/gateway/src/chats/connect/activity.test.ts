import { text, writeListener } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../testing/serve-chats.js'
import { temporaryHome } from '../../../testing/serve-home.js'

test('a plugin receives reactions and membership changes of chats, and a slow one delays no message', async () => {
  const home = temporaryHome()
  const { use, heard } = await writeListener(
    home,
    `on_reaction: ({ source, reaction: { sender, messageId, emoji, change } }) => {
      note([source, sender.id, messageId, emoji, change])
      return new Promise(() => undefined)
    },
    on_room_member_activity: ({ source, member: { sender, chatId, change } }) => note([source, sender.id, chatId, change]),`,
  )
  const { network, shown } = await serveChats({ home, script: [text('Hi.')], settings: { plugins: [{ use }] } })
  const bob = { id: 'bob', name: 'Bob' }
  network().act({ type: 'reaction', messageId: 'in-1', emoji: '👍', change: 'added' })
  network().act({ type: 'member', change: 'joined', sender: bob, chatId: 'team', chatType: 'group' })
  network().say({ text: 'hello' })
  await expect.poll(() => shown()).toEqual(['Hi.'])
  expect(await heard()).toEqual([
    ['net', 'ada', 'in-1', '👍', 'added'],
    ['net', 'bob', 'team', 'joined'],
  ])
})

test('activities change nothing if no plugin listens', async () => {
  const { network, shown, store } = await serveChats({ script: [text('Hi.')] })
  network().act({ type: 'member', change: 'left' })
  network().say({ text: 'hello' })
  await expect.poll(() => shown()).toEqual(['Hi.'])
  expect((await store.sessions.find()).length).toBe(1)
})
