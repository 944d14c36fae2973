import { ConfigError, type Logger, silentLogger } from '@hermes/core'
import type { PlatformAdapter, PlatformEvent } from '@hermes/core/platform'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type PersonMessage, startFakeTelegram } from '../../testing/fake-telegram.js'
import { createTelegram } from './create-telegram.js'
import { telegramOptions } from './telegram-options.js'

const secret = 'a-secret-of-the-webhook'

function collectingLogger(): Logger & { readonly lines: readonly string[] } {
  const lines: string[] = []
  return { ...silentLogger, lines, log: (_, line) => void lines.push(line) }
}

async function open(settings: object = {}, logger: Logger = silentLogger) {
  const telegram = await startFakeTelegram()
  onTestFinished(() => telegram[Symbol.asyncDispose]())
  const { token, apiRoot } = telegram
  const options = telegramOptions.parse({ token, api_root: apiRoot, poll_seconds: 1, ...settings })
  return { telegram, adapter: await createTelegram(options, { fetch, logger }) }
}

function listen(adapter: PlatformAdapter): readonly PlatformEvent[] {
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  const events: PlatformEvent[] = []
  void (async () => {
    for await (const received of adapter.receive({ signal: controller.signal })) events.push(...received)
  })()
  return events
}

async function receive(message: PersonMessage): Promise<PlatformEvent | undefined> {
  const { telegram, adapter } = await open()
  telegram.say(message)
  telegram.say({ text: 'end' })
  const events = listen(adapter)
  await expect.poll(() => events.at(-1)).toMatchObject({ text: 'end' })
  return events.length > 1 ? events[0] : undefined
}

describe('messages of groups', () => {
  const chatId = -100

  test.each([
    ['hello', { text: 'hello', isAddressed: false }],
    ['@hermes_bot: hello', { text: 'hello', isAddressed: true }],
    ['well @Hermes_bot hello', { text: 'well @Hermes_bot hello', isAddressed: true }],
    ['/stop@hermes_bot', { text: '/stop', isAddressed: true }],
    ['/stop', { text: '/stop', isAddressed: true }],
    ['@somebody hello', { text: '@somebody hello', isAddressed: false }],
  ])('%s', async (text, expected) => {
    expect(await receive({ text, chatId })).toMatchObject({ chatType: 'group', chatName: 'Friends', ...expected })
  })

  test('ignores commands for other bots', async () => {
    expect(await receive({ text: '/stop@other_bot', chatId })).toBeUndefined()
  })

  test('names the topic', async () => {
    expect(await receive({ text: 'hello', chatId, threadId: 7 })).toMatchObject({ threadId: '7' })
  })
})

test('a reply to the bot addresses it', async () => {
  const { telegram, adapter } = await open()
  const signal = AbortSignal.timeout(10_000)
  const sent = await adapter.send({ chatId: '-100', text: 'question' }, { key: 'k', signal })
  telegram.say({ chatId: -100, text: 'answer', replyTo: Number(sent.messageId) })
  const events = listen(adapter)
  await expect
    .poll(() => events[0])
    .toMatchObject({ isAddressed: true, replyTo: { messageId: sent.messageId, text: 'question', isOwn: true } })
})

test('reads a picture', async () => {
  const { telegram, adapter } = await open()
  const photo = new Uint8Array([1, 2, 3])
  telegram.say({ text: 'look', photo })
  const events = listen(adapter)
  await expect.poll(() => events[0]).toMatchObject({ text: 'look', attachments: [{ kind: 'image', bytes: 3 }] })
  const [event] = events
  const id = event?.type === 'message' ? (event.attachments[0]?.id ?? '') : ''
  expect(await adapter.readAttachment?.(id, { signal: AbortSignal.timeout(10_000) })).toEqual(photo)
})

describe('what is neither text nor a file', () => {
  const from = { id: 1, is_bot: false, first_name: 'Ada' }
  const chat = { id: 1, type: 'private', first_name: 'Ada' } as const
  const file = { file_id: 'f', file_unique_id: 'f', width: 1, height: 1 }
  const location = { latitude: 52.5, longitude: 13.4 }

  test.each([
    [{ sticker: { ...file, type: 'regular', is_animated: false, is_video: false, emoji: '😀' } }, '[a sticker 😀]'],
    [{ location }, '[a location: 52.5, 13.4]'],
    [{ location, venue: { location, title: 'Café', address: 'Main St 1' } }, '[a place: Café, Main St 1, 52.5, 13.4]'],
    [{ contact: { first_name: 'Bob] /stop', phone_number: '+49 1' } }, '[a contact: Bob /stop, +49 1]'],
  ] as const)('%j', async (content, text) => {
    const { telegram, adapter } = await open()
    const events = listen(adapter)
    telegram.emit({ message: { message_id: 1, date: 1, chat, from, ...content } })
    await expect.poll(() => events).toMatchObject([{ text, isAddressed: true, attachments: [] }])
  })
})

test.each([
  [
    { type: 'user', date: 1, sender_user: { id: 2, is_bot: false, first_name: 'Bob', last_name: 'B' } },
    { from: 'Bob B' },
  ],
  [{ type: 'hidden_user', date: 1, sender_user_name: 'Carl' }, { from: 'Carl' }],
  [{ type: 'channel', date: 1, chat: { id: -9, type: 'channel', title: 'News' }, message_id: 1 }, { from: 'News' }],
  [{ type: 'chat', date: 1, sender_chat: { id: -9, type: 'supergroup', title: 'Team' } }, { from: 'Team' }],
  [{ type: 'user', date: 1, sender_user: { id: 1, is_bot: false, first_name: 'Ada' } }, undefined],
] as const)('says from whom a message was forwarded: %j', async (origin, forwarded) => {
  const { telegram, adapter } = await open()
  const events = listen(adapter)
  const chat = { id: 1, type: 'private', first_name: 'Ada' } as const
  const from = { id: 1, is_bot: false, first_name: 'Ada' }
  telegram.emit({ message: { message_id: 1, date: 1, chat, from, text: '/stop', forward_origin: origin } })
  await expect.poll(() => events).toMatchObject([{ text: '/stop' }])
  const [event] = events
  expect(event?.type === 'message' && event.forwarded).toEqual(forwarded)
})

test('logs an update that cannot be read, and receives those after it', async () => {
  const logger = collectingLogger()
  const { telegram, adapter } = await open({}, logger)
  const chat = { id: 1, type: 'private', first_name: 'Ada' }
  for (const message of [{ ...{ message_id: 1, date: 1, from: { id: 1 }, chat }, text: 5 }, { from: { id: 1 } }])
    telegram.emit(JSON.parse(JSON.stringify({ message })))
  telegram.say({ text: 'hello' })
  const events = listen(adapter)
  await expect.poll(() => events).toMatchObject([{ text: 'hello' }])
  expect(logger.lines).toEqual([
    expect.stringMatching(/cannot be read, which is skipped/),
    expect.stringMatching(/cannot be read, which is skipped/),
  ])
})

test.each(['nope', { updates: [] }, [null], [{ message: {} }]])(
  'reports a server whose updates are %j',
  async (result) => {
    const telegram = await startFakeTelegram()
    onTestFinished(() => telegram[Symbol.asyncDispose]())
    const { token, apiRoot } = telegram
    const odd: typeof fetch = async (input, init) =>
      String(input).endsWith('/getUpdates') ? Response.json({ ok: true, result }) : fetch(input, init)
    const options = telegramOptions.parse({ token, api_root: apiRoot, poll_seconds: 1 })
    const adapter = await createTelegram(options, { fetch: odd, logger: silentLogger })
    const receiving = adapter.receive({ signal: AbortSignal.timeout(10_000) })[Symbol.asyncIterator]()
    await expect(receiving.next()).rejects.toMatchObject({
      kind: 'transient',
      message: expect.stringMatching(
        /^The server at 127\.0\.0\.1:\d+ answers getUpdates with something that is no list/,
      ),
    })
  },
)

test('sends pictures as photos, and other files as documents', async () => {
  const { telegram, adapter } = await open()
  const options = { key: 'k', signal: AbortSignal.timeout(10_000) }
  const content = new Uint8Array([1, 2, 3])
  const picture = { kind: 'image', name: 'a.png', mediaType: 'image/png', content } as const
  const table = { kind: 'document', name: 'a.csv', mediaType: 'text/csv', content } as const
  await adapter.send({ chatId: '1', text: '**Here**', file: picture }, options)
  await adapter.send({ chatId: '1', text: '', file: table, threadId: '7' }, options)
  expect(telegram.messages).toMatchObject([
    { text: 'Here', entities: [{ type: 'bold' }], file: { kind: 'photo', name: 'a.png', content } },
    { file: { kind: 'document', name: 'a.csv', content }, threadId: 7 },
  ])
})

test('sets the menu, with names that Telegram accepts', async () => {
  const { telegram, adapter } = await open()
  const signal = AbortSignal.timeout(10_000)
  await adapter.setCommands?.(
    [
      { name: 'busy-mode', description: 'x' },
      { name: 'Ä', description: 'y' },
    ],
    { signal },
  )
  expect(telegram.commands).toEqual([{ command: 'busy_mode', description: 'x' }])
})

describe('webhook', () => {
  const settings = { webhook_url: 'https://hermes.example/telegram', webhook_secret: secret }
  const post = (body: string, given = secret) =>
    new Request(settings.webhook_url, { method: 'POST', body, headers: { 'x-telegram-bot-api-secret-token': given } })
  const chat = { id: 1, type: 'private', first_name: 'Ada' }
  const from = { id: 1, is_bot: false, first_name: 'Ada' }
  const update = JSON.stringify({ update_id: 5, message: { message_id: 1, date: 1, chat, from, text: 'hello' } })

  test('requires a secret', async () => {
    await expect(open({ webhook_url: settings.webhook_url })).rejects.toSatisfy(ConfigError.is)
  })

  test('answers after the update was received', async () => {
    const { adapter } = await open(settings)
    const controller = new AbortController()
    const events = adapter.receive({ signal: controller.signal })[Symbol.asyncIterator]()
    const first = events.next()
    const answer = adapter.handleWebhook?.(post(update))
    expect(await first).toMatchObject({ value: [{ id: '5', text: 'hello' }] })
    const second = events.next()
    expect((await answer)?.status).toBe(200)
    controller.abort()
    expect(await second).toMatchObject({ done: true })
  })

  test('accepts an update that cannot be read, so that Telegram continues', async () => {
    const { adapter } = await open(settings)
    const events = listen(adapter)
    const unreadable = JSON.stringify({ update_id: 4, message: { message_id: 1, date: 1, chat, from, text: 5 } })
    expect((await adapter.handleWebhook?.(post(unreadable)))?.status).toBe(200)
    expect((await adapter.handleWebhook?.(post(update)))?.status).toBe(200)
    expect(events).toMatchObject([{ id: '5' }])
  })

  test.each([
    ['another secret', post(update, 'wrong'), 401],
    ['no secret', post(update, ''), 401],
    ['no JSON', post('{'), 400],
    ['no update', post('[]'), 400],
  ])('refuses a request with %s', async (_, request, status) => {
    const { adapter } = await open(settings)
    expect((await adapter.handleWebhook?.(request))?.status).toBe(status)
  })
})
