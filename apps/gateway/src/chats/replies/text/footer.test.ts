import { homedir } from 'node:os'
import { join } from 'node:path'
import { createMemoryStore, noUsage } from '@hermes/core'
import { configSchema } from '@hermes/runtime'
import { httpReply, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../../testing/serve-chats.js'
import { footerOf } from './footer.js'

const patient = { timeout: 10_000 }

test('an answer ends with the model, its context usage and the folder, and a command does not', async () => {
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

test('the settings choose the fields of the footer, and an answer without text has none', async () => {
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

test('a failed turn has no footer', async () => {
  const { network, shown } = await serveChats({
    script: () => httpReply(400, '{"error":{"message":"Broken."}}'),
    settings: { display: { runtime_footer: { enabled: true } } },
  })
  network().say({ text: 'hi' })
  await expect.poll(() => shown().join(), patient).toContain('Broken')
  expect(shown().join()).not.toContain(' · ')
})

test('the footer has the context usage in percent, and ~ for the home of the user', async () => {
  const store = createMemoryStore()
  await store.sessions.create({
    id: 's',
    source: 'net',
    startedAtMs: 0,
    model: 'large',
    workingDirectory: join(homedir(), 'projects', 'tea'),
  })
  const context = async () => ({
    ...{ sessionId: 's', system: '', tools: [], messages: [], contextWindow: 200_000, state: {} },
    measure: { tokens: 24_600, trigger: 100_000 },
  })
  const result = {
    ...{
      sessionId: 's',
      finalResponse: 'Hi.',
      messages: [],
      iterations: 1,
      usage: noUsage,
    },
    outcome: { status: 'completed', text: 'Hi.' },
  } as const
  const { runtime_footer: settings } = configSchema.parse({ display: { runtime_footer: { enabled: true } } }).display
  const end = { status: 'turn', turnId: 't', result } as const
  expect(await footerOf(end, { context }, { settings, store })).toBe('large · 12 % · ~/projects/tea')
  expect(await footerOf(end, { context }, { settings: { ...settings, enabled: false }, store })).toBeUndefined()
})
