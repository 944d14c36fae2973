import { join } from 'node:path'
import { createMemoryStore, type SessionStore } from '@hermes/core'
import { createSqliteStore } from '@hermes/state'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder } from '../../testing/temp-home.js'
import { createStoredGrants } from './stored-grants.js'

const grant = { text: 'rm with paths inside /work', keys: ['rm inside', 'rm build'], subject: 'rm -rf build' }

async function openStore(): Promise<() => Promise<SessionStore>> {
  const path = join(await tempFolder(), 'state.db')
  return async () => {
    const store = await createSqliteStore({ path })
    onTestFinished(() => store[Symbol.asyncDispose]())
    return store
  }
}

const grantsOf = (store: SessionStore) =>
  createStoredGrants({ store, redact: (text) => text.replaceAll('k3y', '***'), now: () => 1000 })

test('shares grants with another process on the store', async () => {
  const open = await openStore()
  const first = await open()
  await first.sessions.create({ id: 's', source: 'test', startedAtMs: 1 })
  await grantsOf(first).under('manual').add('s', grant)
  const others = grantsOf(await open())
  expect(await others.under('manual').cover('s', ['rm build'])).toBe(true)
  expect(await others.under('manual').cover('s', ['rm build', 'rm other'])).toBe(false)
  expect(await others.under('manual').cover('s', [])).toBe(false)
  expect(await others.under('manual').cover('another', ['rm build'])).toBe(false)
  expect(await others.under('smart').cover('s', ['rm build'])).toBe(false)
  expect(await others.list('s', ['manual'])).toEqual([{ text: grant.text, subject: grant.subject, atMs: 1000 }])
  expect(await others.list('s', ['smart'])).toEqual([])
})

test('forgets grants on request and with their session', async () => {
  const store = await (await openStore())()
  for (const id of ['s', 't']) await store.sessions.create({ id, source: 'test', startedAtMs: 1 })
  const grants = grantsOf(store)
  for (const id of ['s', 't']) await grants.under('manual').add(id, grant)
  expect([await grants.clear('s'), await grants.clear('s')]).toEqual([1, 0])
  expect(await grants.under('manual').cover('s', ['rm build'])).toBe(false)
  await store.sessions.delete('t')
  expect(await store.values?.list('session-grants')).toEqual([])
})

test('applies grants to a continuation of the conversation, but not to a branch', async () => {
  const store = createMemoryStore()
  await store.sessions.create({ id: 'root', source: 'test', startedAtMs: 1 })
  await store.sessions.create({
    id: 'next',
    source: 'test',
    startedAtMs: 2,
    parentSessionId: 'root',
    link: 'compression',
  })
  await store.sessions.create({ id: 'branch', source: 'test', startedAtMs: 3, parentSessionId: 'root', link: 'branch' })
  const grants = grantsOf(store).under('manual')
  await grants.add('root', grant)
  expect(await grants.cover('next', ['rm build'])).toBe(true)
  expect(await grants.cover('branch', ['rm build'])).toBe(false)
})

test('stores neither secrets nor whole commands, and ignores damaged entries', async () => {
  const store = createMemoryStore()
  await store.sessions.create({ id: 's', source: 'test', startedAtMs: 1 })
  const grants = grantsOf(store)
  const command = `curl -d k3y ${'x'.repeat(10_000)}`
  await grants.under('manual').add('s', { text: 'exactly this call', keys: [command], subject: command })
  const stored = JSON.stringify(await store.values?.list('session-grants'))
  expect(stored).not.toContain('k3y')
  expect(stored.length).toBeLessThan(1000)
  expect(await grants.under('manual').cover('s', [command])).toBe(true)
  await store.values?.update('session-grants', 's', () => [7, { keys: 'all' }, null])
  expect(await grants.under('manual').cover('s', [command])).toBe(false)
  expect(await grants.list('s', ['manual'])).toEqual([])
})
