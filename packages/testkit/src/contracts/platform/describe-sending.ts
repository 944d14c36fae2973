import type { PlatformAdapter } from '@hermes/core/platform'
import { expect, test } from 'vitest'
import { patient } from '../time-limits.js'
import { listen, type PlatformSubject } from './subject.js'

export function describeSending(open: () => Promise<PlatformSubject>): void {
  const signal = () => AbortSignal.timeout(20_000)
  let last = 0
  const options = () => ({ key: `key-${++last}`, signal: signal() })

  async function opened() {
    const subject = await open()
    const adapter = await subject.connect()
    const texts = async () => (await subject.shown()).map(({ text }) => text)
    const send = (text: string) => adapter.send({ ...subject.address, text }, options())
    return { subject, adapter, texts, send }
  }

  test('shows what was sent, in order', async () => {
    const { subject, texts, send } = await opened()
    const sent = [await send('first'), await send('second')]
    expect(await texts()).toEqual(['first', 'second'])
    expect((await subject.shown()).map(({ messageId }) => messageId)).toEqual(sent.map(({ messageId }) => messageId))
    expect(sent[0]).toMatchObject(subject.address)
  })

  test.each([
    ['letters', 'a'],
    ['CJK', '漢'],
    ['emoji', '👩‍👩‍👧‍👦'],
    ['RTL', 'ש'],
    ['characters of markup', '<'],
    ['ampersands', '&'],
  ])('takes a text of the maximum length: %s', async (_, character) => {
    const { adapter, texts, send } = await opened()
    const text = fill(character, adapter)
    await send(text)
    expect((await texts()).map(withoutMarkup)).toEqual([withoutMarkup(text)])
  })

  test('rejects a text that is too long, without effect', async () => {
    const { adapter, texts, send } = await opened()
    await expect(send('a'.repeat(adapter.limits.text.max + 1))).rejects.toMatchObject({ kind: 'too-long' })
    await expect(send('a'.repeat(1_000_000))).rejects.toMatchObject({ kind: 'too-long' })
    expect(await texts()).toEqual([])
  })

  test.each([
    'unclosed **bold and `code and [link](',
    '```\nunclosed fence',
    '<script>alert(1)</script> &amp; </b></pre>',
    '_*~`>#+-=|{}.!()[]\\',
    'control \u0001\u0007\u001b[31m characters',
    '| a | b |\n| - | - |\n| 1 | 2 |',
    '@everyone @channel @here',
    '> quote\n\n1. one\n2. two\n   - nested',
  ])('takes any text: %j', async (text) => {
    const { texts, send } = await opened()
    await send(text)
    expect(await texts()).toHaveLength(1)
  })

  test('shows code unchanged', async () => {
    const { texts, send } = await opened()
    await send('Look:\n\n```ts\nif (a < b && c > d) return "x" // *not* _markup_\n```')
    const [seen = ''] = await texts()
    expect(seen).toContain('if (a < b && c > d) return "x" // *not* _markup_')
  })

  test('shows the target of a link that looks like another address', async () => {
    const { texts, send } = await opened()
    await send('[https://good.example](https://evil.example/login)')
    expect((await texts()).join()).toContain('evil.example')
  })

  test.each([
    ['auth', 'auth'],
    ['gone', 'gone'],
    ['refused', 'refused'],
    ['transient', 'transient'],
    ['rate-limit', 'rate-limit'],
  ] as const)('rejects with the kind of the failure and no effect: %s', async (failure, kind) => {
    const { subject, texts, send } = await opened()
    await subject.failNext(failure)
    await expect(send('hello')).rejects.toMatchObject({
      kind,
      ...(kind === 'rate-limit' && { retryAfterMs: expect.any(Number) }),
    })
    expect(await texts()).toEqual([])
    await send('hello')
    expect(await texts()).toEqual(['hello'])
  })

  test('reports an unknown outcome when the answer is lost', async () => {
    const { subject, adapter, texts } = await opened()
    const message = { ...subject.address, text: 'hello' }
    await subject.failNext('lost-answer')
    const first = adapter.send(message, { key: 'same', signal: signal() })
    await expect(first).rejects.toMatchObject({ kind: 'unknown-outcome' })
    if (!adapter.limits.isIdempotent) return
    await adapter.send(message, { key: 'same', signal: signal() })
    expect(await texts()).toEqual(['hello'])
  })

  test('sends nothing after its signal was aborted', async () => {
    const { subject, adapter, texts } = await opened()
    const stopped = AbortSignal.abort(new Error('stopped'))
    const sending = adapter.send({ ...subject.address, text: 'late' }, { key: 'k', signal: stopped })
    await expect(sending).rejects.toThrow('stopped')
    expect(await texts()).toEqual([])
  })

  test('edits and removes its messages', async () => {
    const { adapter, texts, send } = await opened()
    const sent = await send('draft')
    if (adapter.edit) {
      await adapter.edit(sent, { text: 'final **text**' }, { signal: signal() })
      await adapter.edit(sent, { text: 'final **text**' }, { signal: signal() })
      expect((await texts()).map(withoutMarkup)).toEqual(['final text'])
    } else expect(adapter.limits.streaming).toBe('final')
    if (!adapter.remove) return
    await adapter.remove(sent, { signal: signal() })
    await adapter.remove(sent, { signal: signal() })
    expect(await texts()).toEqual([])
  })

  test('receives the value of a pressed button', async () => {
    const { subject, adapter } = await opened()
    const { buttons } = adapter.limits
    if (!buttons || !subject.press) return expect(buttons).toBeUndefined()
    const values = Array.from({ length: buttons.max }, (_, index) => `${index}`.padEnd(buttons.maxValueBytes, 'x'))
    const sent = await adapter.send(
      { ...subject.address, text: 'Which?', buttons: values.map((value, index) => ({ label: `No. ${index}`, value })) },
      options(),
    )
    const listening = listen(adapter)
    await subject.press(sent.messageId, values[1] ?? '')
    await expect
      .poll(() => listening.events, patient)
      .toMatchObject([{ type: 'press', messageId: sent.messageId, value: values[1], ...subject.address }])
    await listening.stop()
  })

  test('sends a file with a caption, and rejects one that is too large', async () => {
    const { subject, adapter, texts } = await opened()
    const { media } = adapter.limits
    if (!media) return
    const file = { kind: 'document', name: 'report.txt', mediaType: 'text/plain' } as const
    const content = new TextEncoder().encode('hello')
    await adapter.send({ ...subject.address, text: 'Here.', file: { ...file, content } }, options())
    expect(await texts()).toEqual(['Here.'])
  })
}

/** Returns a text of the maximum length. */
function fill(character: string, { limits: { text } }: PlatformAdapter): string {
  const unit =
    text.unit === 'utf16'
      ? character.length
      : text.unit === 'bytes'
        ? Buffer.byteLength(character)
        : [...character].length
  return character.repeat(Math.floor(text.max / unit))
}

function withoutMarkup(text: string): string {
  return text.replaceAll('*', '').trim()
}
