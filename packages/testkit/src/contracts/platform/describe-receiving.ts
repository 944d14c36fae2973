import { parseJson } from '@hermes/core/wiring'
import { expect, test } from 'vitest'
import { patient } from '../time-limits.js'
import { listen, type PlatformSubject, receiveOne } from './subject.js'

export function describeReceiving(open: () => Promise<PlatformSubject>): void {
  test('receives the messages of a person in order', async () => {
    const subject = await open()
    await subject.say('one')
    const first = listen(await subject.connect())
    await expect.poll(() => first.events.length, patient).toBe(1)
    await subject.say('two')
    await expect
      .poll(() => first.events.map((event) => event.type === 'message' && event.text), patient)
      .toEqual(['one', 'two'])
    expect(first.events[0]).toMatchObject({
      ...subject.address,
      type: 'message',
      id: expect.any(String),
      messageId: expect.any(String),
      sender: { id: expect.any(String) },
      sentAtMs: expect.any(Number),
      chatType: 'direct',
      isAddressed: true,
      attachments: [],
    })
    expect(new Set(first.events.map(({ id }) => id)).size).toBe(2)
    expect(parseJson(JSON.stringify(first.events))).toEqual(first.events)
    await first.stop()
  })

  test('receives messages again that were not acknowledged', async () => {
    const subject = await open()
    await subject.say('important')
    await subject.say('as important')
    await using dying = await subject.connect()
    const lost = await receiveOne(dying)
    const next = listen(await subject.connect())
    await expect.poll(() => next.events, patient).toEqual([lost, expect.objectContaining({ text: 'as important' })])
    await next.stop()
  })

  test('receives an acknowledged message once', async () => {
    const subject = await open()
    await subject.say('one')
    const first = listen(await subject.connect())
    await expect.poll(() => first.events.length, patient).toBe(1)
    await subject.say('two')
    await expect.poll(() => first.events.length, patient).toBe(2)
    await first.stop()
    await subject.say('three')
    const second = listen(await subject.connect())
    await expect
      .poll(() => second.events.some((event) => event.type === 'message' && event.text === 'three'), patient)
      .toBe(true)
    // The last message of the first connection may have been cut off before its acknowledgement.
    expect(second.events.filter((event) => event.type === 'message' && event.text === 'one')).toEqual([])
    await second.stop()
  })

  test('ignores its own messages and unknown events', async () => {
    const subject = await open()
    const adapter = await subject.connect()
    await adapter.send({ ...subject.address, text: 'mine' }, { key: 'k', signal: AbortSignal.timeout(20_000) })
    await subject.makeNoise()
    await subject.say('yours')
    const listening = listen(adapter)
    await expect.poll(() => listening.events.length, patient).toBe(1)
    expect(listening.events[0]).toMatchObject({ type: 'message', text: 'yours' })
    await listening.stop()
  })

  test('marks the messages of an album', async () => {
    const subject = await open()
    if (!subject.sayAlbum) return
    await subject.sayAlbum('one')
    await subject.sayAlbum('two')
    await subject.say('alone')
    const listening = listen(await subject.connect())
    await expect.poll(() => listening.events.at(-1), patient).toMatchObject({ text: 'alone' })
    const messages = listening.events.flatMap((event) => (event.type === 'message' ? [event] : []))
    const albums = [...Map.groupBy(messages, ({ albumId }) => albumId).values()]
    expect(albums.map((parts) => parts.map(({ text }) => text).join(''))).toEqual(['one', 'two', 'alone'])
    expect(albums.map((parts) => parts.flatMap(({ attachments }) => attachments).length)).toEqual([2, 2, 0])
    expect(messages.at(-1)).not.toHaveProperty('albumId')
    await listening.stop()
  })

  test('keeps every character of a message', async () => {
    const subject = await open()
    const text = 'naïve 漢字 👩‍👩‍👧‍👦 🇫🇮 שלום مرحبا <b>&amp;</b> *_`[x](y) \\ end'
    await subject.say(text)
    const listening = listen(await subject.connect())
    await expect.poll(() => listening.events[0], patient).toMatchObject({ text })
    await listening.stop()
  })

  test('ends when its signal is aborted', async () => {
    const subject = await open()
    const listening = listen(await subject.connect())
    await listening.stop()
    expect(listening.events).toEqual([])
  })

  test.each([
    ['auth', 'auth'],
    ['transient', 'transient'],
  ] as const)('reports the failure %s and connects again', async (failure, kind) => {
    const subject = await open()
    const adapter = await subject.connect()
    await subject.failNext(failure)
    await expect(listen(adapter).ended).rejects.toMatchObject({ kind })
    await subject.say('still here')
    const again = listen(adapter)
    await expect.poll(() => again.events.length, patient).toBe(1)
    await again.stop()
  })
}
