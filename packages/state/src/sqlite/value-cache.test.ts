import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SessionStore } from '@hermes/core'
import { afterAll, expect, test } from 'vitest'
import { createSqliteStore } from './sqlite-store.js'

const root = mkdtempSync(join(tmpdir(), 'hermes-values-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const openTwice = async (name: string) => {
  const path = join(root, name)
  return [await createSqliteStore({ path }), await createSqliteStore({ path })] as const
}

const read = ({ values }: SessionStore, key: string) => values?.get('names', key)

const put = ({ values }: SessionStore, key: string, value: string | undefined, sessionId?: string) =>
  values?.update('names', key, () => value, sessionId === undefined ? {} : { sessionId })

test('a value read before shows every change of another process', async () => {
  const [one, other] = await openTwice('changes.db')
  await using _ = one
  await using __ = other
  expect(await read(one, 'cat')).toBeUndefined()
  for (const value of ['Minka', 'Mo', undefined, 'Muschi']) {
    await put(other, 'cat', value)
    expect(await read(one, 'cat')).toBe(value)
  }
})

test('a value read before shows the changes of its own process', async () => {
  const [one, other] = await openTwice('own.db')
  await using _ = one
  await using __ = other
  expect(await read(one, 'cat')).toBeUndefined()
  for (const value of ['Minka', 'Mo', undefined, 'M'.repeat(5_000), 'Muschi']) {
    await Promise.all([put(one, 'dog', value), put(one, 'cat', value)])
    expect(await read(one, 'cat')).toBe(value)
  }
})

test('keeps the value read before when a change fails', async () => {
  const [one, other] = await openTwice('failed.db')
  await using _ = one
  await using __ = other
  await put(one, 'cat', 'Minka')
  expect(await read(one, 'cat')).toBe('Minka')
  await expect(put(one, 'cat', 'Mo', 'no-such-session')).rejects.toMatchObject({ kind: 'not-found' })
  expect(await read(one, 'cat')).toBe('Minka')
})

test('deletes the values of a deleted session', async () => {
  const [one, other] = await openTwice('deleted.db')
  await using _ = one
  await using __ = other
  for (const [id, deleting] of [
    ['s', one],
    ['t', other],
  ] as const) {
    await one.sessions.create({ id, source: 'cli', startedAtMs: 1 })
    await put(one, id, 'Minka', id)
    expect(await read(one, id)).toBe('Minka')
    await deleting.sessions.delete(id)
    expect(await read(one, id)).toBeUndefined()
  }
})

test('keeps values apart whose namespace and key look alike when joined', async () => {
  const [one, other] = await openTwice('alike.db')
  await using _ = one
  await using __ = other
  const names = [
    ['a', 'b\nc'],
    ['a\nb', 'c'],
    ['a1:', 'b'],
    ['a', '1:b'],
  ] as const
  for (const [namespace, key] of names) await one.values?.update(namespace, key, () => `${namespace}|${key}`)
  for (const [namespace, key] of [...names, ...names])
    expect(await one.values?.get(namespace, key)).toBe(`${namespace}|${key}`)
})
