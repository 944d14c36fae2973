import { text } from '@hermes/testkit'
import { describe, expect, test } from 'vitest'
import { messageEvent } from '../../../testing/message-event.js'
import { serveChats } from '../../../testing/serve-chats.js'
import { toPayload } from '../network/payload.js'
import { repliesQueue } from '../network/queues.js'

const userTexts = (body: unknown) => {
  const { messages = [] } = Object(body)
  return messages.flatMap((each: { role: string; content: unknown }) => (each.role === 'user' ? [each.content] : []))
}

describe('silence', () => {
  test('an answer that is only a silence token is not sent', async () => {
    const { network, shown } = await serveChats({
      platforms: { net: { allow_all: true, busy_mode: 'queue' } },
      script: [text('[silent]'), text('NO_REPLY'), text('SILENT'), text('Not SILENT.')],
    })
    for (const word of ['one', 'two', 'three', 'four']) network().say({ text: word })
    await expect.poll(() => shown()).toEqual(['SILENT', 'Not SILENT.'])
  })
})

describe('bots', () => {
  const bot = { id: 'robo', isBot: true }

  test('are ignored by default', async () => {
    const { network, shown } = await serveChats({
      platforms: { net: { allow_all: true } },
      script: (body) => text(String(userTexts(body).at(-1))),
    })
    network().say({ text: 'beep', sender: bot })
    network().say({ text: 'hello' })
    await expect.poll(() => shown()).toEqual(['hello'])
  })

  test('are told once that they write too much', async () => {
    const { network, shown } = await serveChats({
      platforms: { net: { allow_all: true, bots: 'all', bot_limit: 2, busy_mode: 'queue' } },
      script: (body) => text(String(userTexts(body).at(-1))),
    })
    for (const word of ['one', 'two', 'three', 'four', 'five']) network().say({ text: word, sender: bot })
    network().say({ text: 'A person.' })
    await expect.poll(() => shown()).toContain('A person.')
    expect(shown().filter((each) => each.includes('too much'))).toHaveLength(1)
    for (const word of ['three', 'four', 'five']) expect(shown()).not.toContain(word)
  })
})

test('a person who writes as much as a robot is told once, and only their commands are read for an hour', async () => {
  const { network, shown, provider } = await serveChats({
    platforms: { net: { allow_all: true, sender_limit: 2, busy_mode: 'queue' } },
    script: (body) => text(`Read: ${userTexts(body).at(-1)}`),
  })
  const robot = { sender: { id: 'robot' }, chatId: 'robot' }
  // Separate threads count, too.
  for (const word of ['one', 'two', 'three', 'four', 'five']) network().say({ text: word, threadId: word, ...robot })
  for (const word of ['mine', 'again', 'and again']) network().say({ text: word, sender: { id: word }, chatId: word })
  await expect.poll(() => shown().filter((each) => each.startsWith('Read: ')).length).toBe(5)
  network().say({ text: '/help', ...robot })
  await expect.poll(() => shown().some((each) => each.includes('/stop'))).toBe(true)
  expect(shown().filter((each) => each.includes('as a robot does'))).toHaveLength(1)
  expect(provider.requests).toHaveLength(5)
})

describe('bursts', () => {
  const platforms = { net: { allow_all: true, batch_seconds: 0.2, busy_mode: 'queue' as const } }
  const script = (body: unknown) => text(`Read: ${userTexts(body).at(-1)}`)

  test('messages in quick succession become one turn, and others get separate turns', async () => {
    const { network, shown, provider } = await serveChats({ platforms, script })
    const group = { chatType: 'group', isAddressed: true } as const
    for (const word of ['one', 'two', 'three']) network().say({ text: word, ...group })
    network().say({ text: 'mine', sender: { id: 'bob' }, ...group })
    network().say({ text: 'four', ...group })
    await expect.poll(() => shown()).toEqual(['Read: one\ntwo\nthree', 'Read: mine', 'Read: four'])
    expect(provider.requests).toHaveLength(3)
  })

  test('a message that was owed a separate answer when its process died joins no others', async () => {
    const { network, shown, store } = await serveChats({ platforms, script })
    const said = { id: 'first', text: 'one' }
    const payload = toPayload({ network: 'net', event: messageEvent(said) })
    await store.queue?.put({ queue: repliesQueue, lane: 'agent:main:net:dm:chat-1', id: 'net:first', payload })
    network().say(said)
    network().say({ text: 'two' })
    await expect.poll(() => shown(), { timeout: 10_000 }).toEqual(['Read: one', 'Read: two'])
  })

  test('a stop during the wait neither loses nor duplicates messages', async () => {
    const { network, shown, provider, start, stop, store } = await serveChats({
      platforms: { net: { ...platforms.net, batch_seconds: 3 } },
      script,
    })
    for (const word of ['one', 'two', 'three']) network().say({ text: word })
    const inbox = async () => await store.queue?.list({ queue: 'chat-inbox' })
    await expect.poll(inbox).toHaveLength(3)
    await stop()
    await start(platforms)
    await expect.poll(() => shown()).toEqual(['Read: one\ntwo\nthree'])
    expect(provider.requests).toHaveLength(1)
  })

  test('a command does not join', async () => {
    const { network, shown } = await serveChats({ platforms, script })
    network().say({ text: 'one' })
    network().say({ text: '/whoami' })
    await expect.poll(() => shown().join('\n')).toContain('Read: one')
    await expect.poll(() => shown().join('\n')).toContain('net:ada')
  })
})
