import { text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../testing/serve-chats.js'
import { createMessageTimes } from './message-times.js'

test.each([
  [Date.UTC(2026, 3, 28, 11, 40, 59), '[Tue 2026-04-28 13:40 GMT+2] '],
  [Date.UTC(2026, 11, 31, 23, 5), '[Fri 2027-01-01 00:05 GMT+1] '],
  [0, ''],
  [-1, ''],
  [Number.NaN, ''],
  [1e300, ''],
])('writes the time of a message in the time zone of the settings: %s', (sentAtMs, expected) => {
  const times = (isOn: boolean) => createMessageTimes({ isOn: () => isOn, zone: () => 'Europe/Berlin' })
  expect(times(true).before({ sentAtMs })).toBe(expected)
  expect(times(false).before({ sentAtMs })).toBe('')
})

const sentAtMs = Date.UTC(2026, 3, 28, 11, 40)
const settings = {
  gateway: { api_server: { port: 0, key: 'test-key' }, message_timestamps: true },
  cron: { timezone: 'Europe/Berlin' },
}

test('the model reads when messages were written, and later turns send the times unchanged', async () => {
  const script = [text('First.'), text('Second.')]
  const { network, shown, provider, stop, start, store } = await serveChats({ script, settings })
  network().say({ text: 'hello', sentAtMs })
  await expect.poll(() => shown()).toEqual(['First.'])
  const [session] = await store.sessions.find({ source: 'net' })
  expect(JSON.stringify(await store.messages.load(session?.id ?? ''))).toContain('[Tue 2026-04-28 13:40 GMT+2] hello')
  await stop()
  await start()
  network().say({ text: 'again', sentAtMs: sentAtMs + 3_600_000 })
  await expect.poll(() => shown()).toEqual(['First.', 'Second.'])
  const texts = Object(provider.requests.at(-1)?.body).messages.map(({ content }: { content: unknown }) => content)
  expect(texts.slice(-3)).toEqual([
    '[Tue 2026-04-28 13:40 GMT+2] hello',
    'First.',
    '[Tue 2026-04-28 14:40 GMT+2] again',
  ])
})

test('in groups, the time is before the speaker, even for overheard messages, and commands have none', async () => {
  const { network, shown, provider } = await serveChats({
    platforms: { net: { allow_all: true, observe: true, per_user_in_groups: false, busy_mode: 'queue' } },
    settings,
    script: [text('At nine.')],
  })
  const group = { chatId: 'team', chatType: 'group', sentAtMs } as const
  network().say({ ...group, text: 'We meet at nine.', sender: { id: 'bob', name: 'Bob' }, isAddressed: false })
  network().say({ ...group, text: 'When?' })
  await expect.poll(() => shown()).toEqual(['At nine.'])
  const read = Object(provider.requests.at(-1)?.body).messages.at(-1).content
  expect(read).toContain('- [Tue 2026-04-28 13:40 GMT+2] Bob: We meet at nine.')
  expect(read).toContain('\n[Tue 2026-04-28 13:40 GMT+2] [Ada] When?')
  network().say({ ...group, text: '/title Tea' })
  await expect.poll(() => shown()).toEqual(['At nine.', expect.stringContaining('Tea')])
  expect(provider.requests).toHaveLength(1)
})
