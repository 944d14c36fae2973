import type { NewMessage } from '@hermes/core'
import { createPostgresStore } from '@hermes/state/postgres'
import { expect, test } from 'vitest'
import { findPooler, startPooler } from './pooler.js'
import { withPostgres } from './with-postgres.js'

const program = findPooler()
const say = (content: string): NewMessage => ({ message: { role: 'user', content }, timestampMs: 1000 })

withPostgres('behind a pooler', (server) => {
  const name = program === undefined ? ' (skipped: PgBouncer is not installed)' : ''

  test.skipIf(program === undefined)(`supports transaction pooling${name}`, async () => {
    await using pooler = await startPooler(program ?? '', server())
    const place = { url: server().url('postgres', { port: pooler.port }), schema: server().newName() }
    const stores = await Promise.all(Array.from({ length: 4 }, () => createPostgresStore(place)))
    await stores[0]?.sessions.create({ id: 's', source: 'cli', startedAtMs: 1 })
    const numbers = Array.from({ length: 20 }, (_, number) => number)
    await Promise.all(
      stores.flatMap((store, writer) =>
        numbers.flatMap((number) => [
          store.messages.append('s', [say(`${writer} ${number} tide`)]),
          store.values?.update('counts', 'n', (value) => (typeof value === 'number' ? value : 0) + 1),
          store.search?.find({ text: 'tide' }),
        ]),
      ),
    )
    for (const [writer, store] of stores.entries()) {
      const loaded = (await store.messages.load('s')).map(({ message }) => String(message.content))
      expect(loaded).toHaveLength(numbers.length * stores.length)
      expect(loaded.filter((content) => content.startsWith(`${writer} `))).toEqual(
        numbers.map((number) => `${writer} ${number} tide`),
      )
      expect(await store.values?.get('counts', 'n')).toBe(numbers.length * stores.length)
      expect(await store.search?.find({ text: 'tide', limit: 1000 })).toHaveLength(loaded.length)
    }
    for (const store of stores) await store[Symbol.asyncDispose]()
  })
})
