import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SessionStore, StoredMessage } from '@hermes/core'
import { beforeEach, expect, test } from 'vitest'
import { session, user } from './fixtures.js'

/** Tests with several processes that write to the same sessions, like replicas of one service. */
export function describeOrdering(first: () => SessionStore, reopen: () => Promise<SessionStore>): void {
  const appends = 25
  const perAppend = 3

  beforeEach(async () => {
    for (const id of ['s', 't']) await first().sessions.create(session(id))
  })

  /** Appends to both sessions without waiting. Each message names its writer and append. */
  const write = async (store: SessionStore, writer: string) => {
    const numbers = Array.from({ length: appends }, (_, number) => number)
    await Promise.all(
      numbers.map((number) => {
        const parts = Array.from({ length: perAppend }, (_, part) => user(`${writer} ${number} ${part}`))
        return store.messages.append(number % 5 === 0 ? 't' : 's', parts)
      }),
    )
  }

  test('keeps concurrent appends of several stores atomic, and the order of each store', async () => {
    await using second = await reopen()
    await using third = await reopen()
    const stores = { first: first(), second, third }
    await Promise.all(Object.entries(stores).map(([writer, store]) => write(store, writer)))

    for (const id of ['s', 't']) {
      const stored = await first().messages.load(id)
      const expected = appendsOf(id)
      expect(stored).toHaveLength(expected.length * perAppend * 3)
      for (const writer of Object.keys(stores)) {
        expect(contents(stored).filter((content) => content.startsWith(`${writer} `))).toEqual(
          expected.flatMap((number) => Array.from({ length: perAppend }, (_, part) => `${writer} ${number} ${part}`)),
        )
      }
      // No other append interleaves with the messages of one.
      const runs = contents(stored).map((content) => content.replace(/ \d+$/, ''))
      expect(runs.filter((run, index) => run !== runs[index - 1])).toHaveLength(expected.length * 3)
      const record = await second.sessions.get(id)
      expect(record?.messageCount).toBe(stored.length)
    }
  })

  test('appends to a session that is being created, but not to one that could not be created', async () => {
    const store = first()
    const created = store.sessions.create(session('new'))
    const appended = store.messages.append('new', [user('first')])
    expect(await created).toMatchObject({ id: 'new' })
    expect(await appended).toMatchObject([{ message: { content: 'first' } }])
    expect(contents(await store.messages.load('new'))).toEqual(['first'])

    const rejected = store.sessions.create(session('child', { parentSessionId: 'missing' }))
    const lost = store.messages.append('child', [user('lost')])
    await expect(rejected).rejects.toMatchObject({ kind: 'not-found' })
    await expect(lost).rejects.toMatchObject({ kind: 'not-found' })
  })

  test('shows concurrent readers whole appends, and never inserts one before messages already read', async () => {
    await using second = await reopen()
    await using reader = await reopen()
    const writing = Promise.all([write(first(), 'first'), write(second, 'second')])
    let isWriting = true
    const ended = writing.finally(() => {
      isWriting = false
    })
    let seen: readonly StoredMessage[] = []
    while (isWriting) {
      // A store may block this process while it reads.
      await nextTurn()
      const loaded = await reader.messages.load('s')
      expect(contents(loaded.slice(0, seen.length))).toEqual(contents(seen))
      expect(loaded.length % perAppend).toBe(0)
      seen = loaded
    }
    await ended
  })

  const appendsOf = (id: string) =>
    Array.from({ length: appends }, (_, number) => number).filter((number) => (number % 5 === 0) === (id === 't'))
}

function contents(stored: readonly StoredMessage[]): readonly string[] {
  return stored.map(({ message }) => String(message.content))
}
