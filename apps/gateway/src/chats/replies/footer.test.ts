import { text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../testing/serve-chats.js'

const patient = { timeout: 10_000 }

test('an answer ends with the model, the share of its window and the folder, and a command does not', async () => {
  const { network, shown, home } = await serveChats({
    script: () => text('Hello.'),
    settings: { display: { runtime_footer: { enabled: true } } },
  })
  network().say({ text: 'hi' })
  await expect.poll(() => shown()[0], patient).toMatch(/^Hello\.\n\nfake-model · \d+ % · \S+$/)
  expect(shown()[0]?.split(' · ').at(-1)).toBe(home)
  network().say({ text: '/whoami' })
  await expect.poll(() => shown().length, patient).toBe(2)
  expect(shown()[1]).not.toContain(' · ')
})

test('the settings choose its fields, and an answer without text has none', async () => {
  const { network, shown } = await serveChats({
    platforms: { net: { allow_all: true, require_mention: false, busy_mode: 'queue' } },
    script: [text('[SILENT]'), text('Hello.')],
    settings: { display: { runtime_footer: { enabled: true, fields: ['model'] } } },
  })
  const group = { chatId: 'team', chatType: 'group' } as const
  network().say({ text: 'not for you', ...group })
  network().say({ text: 'hi', ...group })
  await expect.poll(() => shown(), patient).toEqual(['Hello.\n\nfake-model'])
})
