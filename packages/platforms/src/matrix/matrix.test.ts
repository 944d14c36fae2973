import { silentLogger } from '@hermes/core'
import type { PlatformAdapter, PlatformEvent } from '@hermes/core/platform'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../testing/matrix-person.js'
import { hasSynapse, type Synapse, startSynapse } from '../../testing/synapse.js'
import { voiceMessage } from '../../testing/voice-message.js'
import { createMatrix } from './create-matrix.js'
import { matrixOptions } from './matrix-options.js'

const signal = () => AbortSignal.timeout(20_000)

const isThere = hasSynapse()

describe.skipIf(!isThere)(isThere ? 'with Synapse' : 'with Synapse, which is not installed', () => {
  let synapse: Synapse
  let ada: Person
  let bob: Person
  let agent: Person
  let agents = 0
  beforeAll(async () => {
    synapse = await startSynapse()
    ada = await synapse.register('ada')
    bob = await synapse.register('bob')
  }, 300_000)
  afterAll(() => synapse[Symbol.asyncDispose]())
  beforeEach(async () => {
    agents += 1
    agent = await synapse.register(`hermes${agents}`)
  })

  const connect = (request = fetch): PlatformAdapter =>
    createMatrix(matrixOptions.parse({ homeserver: synapse.url, access_token: agent.token, sync_seconds: 1 }), {
      fetch: request,
      logger: silentLogger,
    })

  /** Receives events until there are `count`. Events that arrive together with the last one are not acknowledged. */
  async function receive(count: number, adapter = connect()): Promise<readonly PlatformEvent[]> {
    const events: PlatformEvent[] = []
    for await (const received of adapter.receive({ signal: signal() })) {
      events.push(...received)
      if (events.length >= count) return events
    }
    throw new Error(`Only ${events.length} of ${count} events were received.`)
  }

  async function roomWith(...people: readonly Person[]): Promise<string> {
    const room = await ada.createRoom({ invite: [agent.userId, ...people.map(({ userId }) => userId)] })
    await agent.join(room)
    for (const person of people) await person.join(room)
    return room
  }

  test('joins a room that it is invited to, and answers in a thread', async () => {
    const room = await ada.createRoom({ invite: [agent.userId], is_direct: true })
    const adapter = connect()
    const received = receive(2, adapter)
    await expect.poll(() => agent.say(room, 'joined').catch(() => undefined)).toBeDefined()
    const root = await ada.say(room, 'one')
    await ada.say(room, 'two', {
      'm.relates_to': {
        rel_type: 'm.thread',
        event_id: root,
        is_falling_back: true,
        'm.in_reply_to': { event_id: root },
      },
    })
    const [first, second] = await received
    expect(first).toMatchObject({ chatId: room, chatType: 'direct', sender: { id: ada.userId, name: 'ada' } })
    expect(first).not.toHaveProperty('threadId')
    expect(second).toMatchObject({ threadId: root, text: 'two' })
    expect(second).not.toHaveProperty('replyTo')

    const message = { chatId: room, threadId: root, text: 'It is **42**: <b>', replyToMessageId: second?.id ?? '' }
    await adapter.send(message, { key: 'k', signal: signal() })
    const [, answer] = await ada.messagesOf(room, agent.userId)
    expect(answer?.content).toMatchObject({
      msgtype: 'm.notice',
      formatted_body: expect.stringContaining('<strong>42</strong>: &lt;b&gt;'),
      'm.mentions': {},
      'm.relates_to': { rel_type: 'm.thread', event_id: root, 'm.in_reply_to': { event_id: second?.id } },
    })
  })

  test('ignores messages from before its invitation', async () => {
    const room = await ada.createRoom({})
    await ada.say(room, 'a note of last year')
    const received = receive(1)
    await ada.invite(room, agent.userId)
    await ada.say(room, 'hello')
    expect(texts(await received)).toEqual(['hello'])
  })

  test('knows whether it is addressed in a group', async () => {
    const room = await roomWith(bob)
    const adapter = connect()
    const own = await adapter.send({ chatId: room, text: 'Hello, all.' }, { key: 'k', signal: signal() })
    await ada.say(room, 'not for the agent')
    await ada.say(room, `${agent.userId}: by its id`, { 'm.mentions': { user_ids: [agent.userId] } })
    await bob.say(room, `hermes${agents}: by its name`)
    await bob.say(room, '> <@hermes> Hello, all.\n\nas a reply', {
      'm.relates_to': { 'm.in_reply_to': { event_id: own.messageId } },
    })
    await bob.say(room, 'mentions somebody else', { 'm.mentions': { user_ids: [ada.userId] } })
    expect(await receive(6, adapter)).toMatchObject([
      { type: 'member', change: 'joined', sender: { id: bob.userId }, chatType: 'group' },
      { text: 'not for the agent', isAddressed: false, chatType: 'group' },
      { text: 'by its id', isAddressed: true },
      { text: 'by its name', isAddressed: true, sender: { id: bob.userId } },
      { text: 'as a reply', isAddressed: true, replyTo: { messageId: own.messageId, isOwn: true } },
      { text: 'mentions somebody else', isAddressed: false },
    ])
  })

  test('reports who joins and who leaves', async () => {
    const room = await roomWith(bob)
    await bob.leave(room)
    await ada.say(room, 'He is gone.')
    expect(await receive(3)).toMatchObject([
      { type: 'member', change: 'joined', sender: { id: bob.userId }, chatId: room },
      { type: 'member', change: 'left', sender: { id: bob.userId } },
      { type: 'message', text: 'He is gone.' },
    ])
  })

  test('shows buttons as reactions, and recognizes them after a restart', async () => {
    const room = await roomWith()
    const buttons = [
      { label: 'Allow', value: 'yes' },
      { label: 'Deny', value: 'no' },
    ]
    const sent = await connect().send({ chatId: room, text: 'May I?', buttons }, { key: 'k', signal: signal() })
    expect((await ada.messagesOf(room, agent.userId))[0]?.text).toBe('May I?\n\n1️⃣ Allow\n2️⃣ Deny')
    expect(await ada.reactionsTo(room, sent.messageId)).toEqual(['1️⃣', '2️⃣'])
    // One reaction without the variation selector, as some clients send it, and one that is not a button.
    const react = (key: string) =>
      ada.send(room, { 'm.relates_to': { rel_type: 'm.annotation', event_id: sent.messageId, key } }, 'm.reaction')
    await react('👍')
    await react('2\u20e3')
    const press = { type: 'press', messageId: sent.messageId, value: 'no' }
    const reaction = { type: 'reaction', messageId: sent.messageId, emoji: '👍', change: 'added' }
    expect(await receive(2)).toMatchObject([reaction, press])
  })

  test('reads and sends files', async () => {
    const room = await roomWith()
    const url = await ada.upload(new Uint8Array([1, 2, 3]), 'image/png')
    const info = { mimetype: 'image/png', size: 3 }
    await ada.send(room, { msgtype: 'm.image', body: 'What is this?', filename: 'a.png', url, info })
    const adapter = connect()
    const [event] = await receive(1, adapter)
    expect(event).toMatchObject({ text: 'What is this?', attachments: [{ kind: 'image', name: 'a.png', bytes: 3 }] })
    const [attachment] = event?.type === 'message' ? event.attachments : []
    const content = await adapter.readAttachment?.(attachment?.id ?? '', { signal: signal() })
    expect(content).toEqual(new Uint8Array([1, 2, 3]))
    await expect(adapter.readAttachment?.('mxc://people.test/missing', { signal: signal() })).rejects.toMatchObject({
      kind: 'gone',
    })

    const file = { kind: 'document', name: 'b.csv', mediaType: 'text/csv', content: new Uint8Array([4, 5]) } as const
    await adapter.send({ chatId: room, text: 'Here.', file }, { key: 'f', signal: signal() })
    const [seen] = await ada.messagesOf(room, agent.userId)
    expect(seen?.content).toMatchObject({ msgtype: 'm.file', filename: 'b.csv', body: 'Here.' })
    expect(await ada.download(String(seen?.content.url))).toEqual(new Uint8Array([4, 5]))
  })

  test('reads and sends voice messages as clients do', async () => {
    const room = await roomWith()
    const url = await ada.upload(voiceMessage, 'audio/ogg')
    const recorded = { msgtype: 'm.audio', body: 'Voice message.ogg', url, info: { mimetype: 'audio/ogg' } }
    await ada.send(room, recorded)
    await ada.send(room, {
      ...recorded,
      'org.matrix.msc1767.audio': { duration: 500, waveform: [0, 1024] },
      'org.matrix.msc3245.voice': {},
    })
    const adapter = connect()
    expect(await receive(2, adapter)).toMatchObject([
      { text: '', attachments: [{ kind: 'audio' }] },
      { text: '', attachments: [{ kind: 'voice', mediaType: 'audio/ogg' }] },
    ])

    const file = { name: 'a.ogg', mediaType: 'audio/ogg', content: voiceMessage } as const
    const send = (key: string, kind: 'voice' | 'audio', content: Uint8Array = voiceMessage) =>
      adapter.send({ chatId: room, text: '', file: { ...file, kind, content } }, { key, signal: signal() })
    await send('voice', 'voice')
    await send('sound', 'audio')
    await send('unknown', 'voice', new Uint8Array([1, 2, 3]))
    const [voice, sound, unknown] = (await ada.messagesOf(room, agent.userId)).map(({ content }) => content)
    expect(voice).toMatchObject({
      msgtype: 'm.audio',
      body: 'a.ogg',
      info: { mimetype: 'audio/ogg', size: voiceMessage.length, duration: 500 },
      'org.matrix.msc1767.audio': { duration: 500 },
      'org.matrix.msc3245.voice': {},
    })
    expect(await ada.download(String(voice?.url))).toEqual(voiceMessage)
    expect(sound).not.toHaveProperty(['org.matrix.msc3245.voice'])
    expect(unknown).toHaveProperty(['org.matrix.msc3245.voice'])
    expect(unknown).not.toHaveProperty(['org.matrix.msc1767.audio'])
  })

  test('ignores edits, and says once that it cannot read an encrypted room', async () => {
    const room = await roomWith()
    await ada.setState(room, 'm.room.encryption', { algorithm: 'm.megolm.v1.aes-sha2' })
    for (const text of ['one', 'two']) await ada.send(room, { ciphertext: text }, 'm.room.encrypted')
    const original = await ada.say(room, 'plain')
    await ada.say(room, '* changed', {
      'm.new_content': { msgtype: 'm.text', body: 'changed' },
      'm.relates_to': { rel_type: 'm.replace', event_id: original },
    })
    await ada.say(room, 'last')
    expect(await receive(2)).toMatchObject([{ text: 'plain' }, { text: 'last' }])
    await receive(1)
    const notices = await ada.messagesOf(room, agent.userId)
    expect(notices.map(({ text }) => text)).toEqual([expect.stringContaining('cannot read encrypted messages')])
  })

  test('reports which message a person has removed', async () => {
    const room = await roomWith()
    const said = ada.say(room, 'one')
    const events: PlatformEvent[] = []
    for await (const received of connect().receive({ signal: signal() })) {
      events.push(...received)
      if (received.some(({ type }) => type === 'message')) await ada.remove(room, await said)
      if (received.some(({ type }) => type === 'removal')) break
    }
    expect(events.at(-1)).toMatchObject({ messageId: await said, chatId: room, sender: { id: ada.userId } })
  })

  test('checks whether somebody has removed the message that a complete text replaces, when another process receives', async () => {
    const room = await roomWith()
    const sender = connect()
    const sent = await sender.send({ chatId: room, text: 'It is' }, { key: 'grows', signal: signal() })
    await ada.remove(room, sent.messageId)
    await sender.edit?.(sent, { text: 'It is a', isPartial: true }, { signal: signal() })
    const gone = { kind: 'gone', message: 'Somebody has removed the message.' }
    const editing = sender.edit?.(sent, { text: 'It is a story.' }, { signal: signal() })
    await expect(editing).rejects.toMatchObject(gone)

    // At the last moment.
    const other = await sender.send({ chatId: room, text: 'It was' }, { key: 'grows, too', signal: signal() })
    const late = connect(async (url, init) => {
      if (String(init?.body).includes('m.replace')) await ada.remove(room, other.messageId)
      return fetch(url, init)
    })
    await expect(late.edit?.(other, { text: 'It was one.' }, { signal: signal() })).rejects.toMatchObject(gone)
  })

  test('reports that somebody has removed a message that it edits', async () => {
    const room = await roomWith()
    const adapter = connect()
    const sent = await adapter.send({ chatId: room, text: 'The beginning' }, { key: 'k', signal: signal() })
    await ada.remove(room, sent.messageId)
    await ada.say(room, 'hello')
    await receive(1, adapter)
    const editing = adapter.edit?.(sent, { text: 'The whole' }, { signal: signal() })
    await expect(editing).rejects.toMatchObject({ kind: 'gone', message: 'Somebody has removed the message.' })
  })

  test('reads the latest messages again when the homeserver does not know the position', async () => {
    const room = await roomWith()
    await ada.say(room, 'before')
    await receive(1)
    await agent.setAccountData('dev.hermes.position', { since: 'of another server' })
    await ada.say(room, 'after')
    expect(texts(await receive(2))).toEqual(['before', 'after'])
    expect(texts(await receive(1))).toEqual(['after'])
  })
})

function texts(events: readonly PlatformEvent[]): readonly (string | false)[] {
  return events.map((event) => event.type === 'message' && event.text)
}
