import { createMemoryStore } from '@hermes/core'
import type { InboundMessage } from '@hermes/core/platform'
import { text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../testing/serve-chats.js'
import { toPayload } from '../network/payload.js'
import { inboxQueue } from '../network/queues.js'
import { createAlbums } from './albums.js'

const picture = (name: string) => ({ id: name, kind: 'image' as const, name, mediaType: 'image/png', bytes: 10 })
const group = { chatId: 'team', chatType: 'group' as const, isAddressed: false }

/** Returns what the model reads, without the descriptions of files. */
const read = (body: unknown) => {
  const { content } = Object(body).messages.at(-1)
  const parts: readonly { readonly text?: string }[] = typeof content === 'string' ? [{ text: content }] : content
  const words = parts.flatMap((part) => part.text ?? []).join('\n')
  return text(`${/^look.*/m.exec(words)?.[0] ?? 'Nothing'} with ${words.match(/[abc]\.png/g)?.join(', ')}`)
}

test('an album is one message, with the files of all its parts', async () => {
  const { network, shown, provider } = await serveChats({ platforms: { net: { allow_all: true } }, script: read })
  network().say({ text: 'look', albumId: '1', attachments: [picture('a.png')] })
  network().say({ text: '', albumId: '1', attachments: [picture('b.png')] })
  network().say({ text: '', albumId: '1', attachments: [picture('c.png')] })
  await expect.poll(() => shown()).toEqual([expect.stringMatching(/^look with a\.png.*b\.png.*c\.png/)])
  expect(provider.requests).toHaveLength(1)
})

test('in groups, an album is addressed if one of its parts is, even between other albums', async () => {
  const { network, shown, provider } = await serveChats({
    platforms: { net: { allow_all: true, busy_mode: 'queue' } },
    script: read,
  })
  const bob = { id: 'bob', name: 'Bob' }
  network().say({ ...group, text: '', albumId: '1', attachments: [picture('a.png')] })
  network().say({ ...group, text: '', albumId: '2', sender: bob, attachments: [picture('c.png')] })
  network().say({ ...group, text: 'look', albumId: '1', isAddressed: true, attachments: [picture('b.png')] })
  network().say({ ...group, text: 'unheard', albumId: '2', sender: bob, attachments: [picture('c.png')] })
  network().say({ text: 'look at the end' })
  await expect
    .poll(() => shown().toSorted())
    .toEqual(['look at the end with undefined', expect.stringMatching(/^look with a\.png.*b\.png/)])
  expect(provider.requests).toHaveLength(2)
})

test('with batch_seconds, an album and a message right behind it are one turn', async () => {
  const { network, shown, provider } = await serveChats({
    platforms: { net: { allow_all: true, batch_seconds: 0.5 } },
    script: read,
  })
  network().say({ text: '', albumId: '1', attachments: [picture('a.png')] })
  network().say({ text: '', albumId: '1', attachments: [picture('b.png')] })
  network().say({ text: 'look' })
  await expect.poll(() => shown()).toEqual([expect.stringMatching(/^look with a\.png.*b\.png/)])
  expect(provider.requests).toHaveLength(1)
})

/** Opens an inbox with a store that outlives the process. */
function openInbox() {
  const { queue, values } = createMemoryStore()
  if (!queue || !values) throw new TypeError('There is no queue, or no table.')
  async function put(id: string, more: Partial<InboundMessage> = {}) {
    const event: InboundMessage = {
      type: 'message',
      id,
      messageId: id,
      chatId: 'team',
      chatType: 'group',
      sender: { id: 'ada' },
      sentAtMs: 1,
      text: '',
      isAddressed: false,
      attachments: [picture(`${id}.png`)],
      albumId: '1',
      ...more,
    }
    await queue?.put({ queue: inboxQueue, lane: 'team', id, payload: toPayload({ network: 'net', event }) })
    return event
  }
  return { put, queue, values }
}

test('after a crash the same parts are one album, and a later part is also addressed to the agent', async () => {
  const { put, queue, values } = openInbox()
  const { signal } = new AbortController()
  const itemOf = async (id: string) => {
    const item = await queue.get({ queue: inboxQueue, id })
    if (!item) throw new TypeError('There is no such item.')
    return item
  }
  const whole = async (id: string, event: InboundMessage) =>
    (await createAlbums({ queue, values }).whole(await itemOf(id), event, signal))?.message
  const first = await put('a', { isAddressed: true })
  const second = await put('b')
  expect((await whole('a', first))?.attachments).toMatchObject([{ id: 'a.png' }, { id: 'b.png' }])
  const late = await put('c')
  expect((await whole('a', first))?.attachments).toMatchObject([{ id: 'a.png' }, { id: 'b.png' }])
  expect(await whole('b', second)).toBeUndefined()
  for (const id of ['a', 'b']) await queue.remove({ queue: inboxQueue, id })
  expect(await whole('c', late)).toMatchObject({ isAddressed: true, attachments: [{ id: 'c.png' }] })
})
