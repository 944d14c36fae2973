import { silentLogger } from '@hermes/core'
import { expect, onTestFinished, test } from 'vitest'
import { ada, startFakeTelegram } from '../../testing/fake-telegram.js'
import { createTelegram } from './create-telegram.js'
import { telegramOptions } from './telegram-options.js'

const group = { id: -5, type: 'group', title: 'Tea' } as const
const emoji = (name: '👍' | '👎') => ({ type: 'emoji', emoji: name }) as const

test('reports reactions and members, but nothing that the bot itself did', async () => {
  const telegram = await startFakeTelegram()
  const options = telegramOptions.parse({ token: telegram.token, api_root: telegram.apiRoot, poll_seconds: 1 })
  const adapter = await createTelegram(options, { fetch, logger: silentLogger })
  const controller = new AbortController()
  onTestFinished(async () => {
    controller.abort()
    await adapter[Symbol.asyncDispose]()
    await telegram[Symbol.asyncDispose]()
  })
  const events: unknown[] = []
  void (async () => {
    for await (const received of adapter.receive({ signal: controller.signal })) events.push(...received)
  })()
  const common = { message_id: 7, date: 1, chat: group }
  const reacted = { ...common, user: ada, old_reaction: [emoji('👎')], new_reaction: [emoji('👍')] }
  telegram.emit({ message_reaction: reacted })
  telegram.emit({ message_reaction: { ...common, old_reaction: [], new_reaction: [emoji('👍')] } })
  telegram.emit({ message: { ...common, from: ada, new_chat_members: [ada, telegram.me] } })
  telegram.emit({ message: { ...common, from: ada, left_chat_member: ada } })
  await expect.poll(() => events.length).toBe(4)
  const place = { chatId: '-5', chatType: 'group', chatName: 'Tea', sentAtMs: 1_000 }
  const by = { ...place, sender: { id: String(ada.id), name: expect.any(String) } }
  expect(events).toEqual([
    { ...by, type: 'reaction', id: '101:0', messageId: '7', emoji: '👍', change: 'added' },
    { ...by, type: 'reaction', id: '101:1', messageId: '7', emoji: '👎', change: 'removed' },
    { ...by, type: 'member', id: '103:0', change: 'joined' },
    { ...by, type: 'member', id: '104:0', change: 'left' },
  ])
})
