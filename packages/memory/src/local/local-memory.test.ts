import type { Embedder } from '@hermes/core'
import { createSqliteStore } from '@hermes/state'
import { memoryProviderContract } from '@hermes/testkit/contracts'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder } from '../../testing/temp-folder.js'
import { createLocalMemory, type LocalMemoryOptions } from './create-local-memory.js'

async function openStore(path: string) {
  const store = await createSqliteStore({ path })
  onTestFinished(() => store[Symbol.asyncDispose]())
  return store
}

memoryProviderContract({
  name: 'local',
  create: async () => {
    const path = `${await tempFolder()}/state.db`
    return {
      provider: createLocalMemory({ store: await openStore(path) }),
      reopen: async () => createLocalMemory({ store: await openStore(path) }),
    }
  },
})

const { signal } = new AbortController()
const day = 24 * 3_600_000

async function setUp(options: Omit<LocalMemoryOptions, 'store'> = {}) {
  const provider = createLocalMemory({ store: await openStore(`${await tempFolder()}/state.db`), ...options })
  let number = 0
  const say = (user: string, atMs = 0) =>
    provider.sync({ id: `${number++}`, sessionId: 's', atMs, user, assistant: 'ok', origins: [] }, { signal })
  const recall = async (text: string) =>
    (await provider.prefetch({ sessionId: 'later', text }, { signal })).map((found) =>
      found.text.slice('2026-01-01: '.length),
    )
  const write = (added: readonly string[], removed: readonly string[] = []) =>
    provider.afterMemoryWrite?.({ id: `${number++}`, atMs: 0, target: 'user', added, removed }, { signal })
  return { say, recall, write }
}

test('recalls the statements that fit a question, best first', async () => {
  const { say, recall } = await setUp()
  for (const text of ['I live in Utrecht.', 'My dog is called Bello.', 'We deploy on Fridays only.']) await say(text)
  expect((await recall('Where do I live?'))[0]).toBe('I live in Utrecht.')
  expect(await recall('What is my dog called?')).toEqual(['My dog is called Bello.'])
  expect(await recall('Explain quantum physics')).toEqual([])
})

test('finds text without spaces', async () => {
  const { say, recall } = await setUp()
  await say('我住在乌得勒支的运河边。')
  expect(await recall('运河在哪里')).toEqual(['我住在乌得勒支的运河边。'])
})

test('keeps statements, but no questions, pasted files or single words', async () => {
  const { say, recall } = await setUp()
  for (const text of ['Is Utrecht big?', 'Utrecht', `Utrecht ${'x '.repeat(600)}`, '乌得勒支大不大的呢，你知道吗？'])
    await say(text)
  expect(await recall('Utrecht')).toEqual([])
})

test('prefers recent statements, and renews repeated ones', async () => {
  const now = () => 400 * day
  const { say, recall } = await setUp({ now })
  await say('The server is juno.', 0)
  await say('The server is hera.', 390 * day)
  expect(await recall('Which server?')).toEqual(['The server is hera.', 'The server is juno.'])
  await say('The server is juno.', 400 * day)
  expect(await recall('Which server?')).toEqual(['The server is juno.', 'The server is hera.'])
})

test('forgets the most faded facts when there are too many', async () => {
  const { say, recall } = await setUp({ maxFacts: 2, maxRecalled: 9 })
  for (const [index, name] of ['juno', 'hera', 'iris'].entries()) await say(`The server is ${name}.`, index * day)
  expect((await recall('Which server?')).toSorted()).toEqual(['The server is hera.', 'The server is iris.'])
})

/** An embedder that knows two topics. */
const embedder: Embedder = {
  id: 'topics',
  dimensions: 2,
  embed: async (texts) => texts.map((text) => (/kettle|tea/.test(text) ? [1, 0.1] : [0.1, 1])),
}

test('finds facts by meaning with an embedder, and by words while it is down', async () => {
  let isDown = false
  const mostly: Embedder = {
    ...embedder,
    embed: (texts, options) => (isDown ? Promise.reject(new Error('unreachable')) : embedder.embed(texts, options)),
  }
  const { say, recall } = await setUp({ embedder: mostly })
  await say('The kettle is on the stove.')
  await say('The bicycle is in the shed.')
  expect(await recall('Any tea?')).toEqual(['The kettle is on the stove.'])
  isDown = true
  expect(await recall('Any tea?')).toEqual([])
  expect(await recall('Where is my bicycle?')).toContain('The bicycle is in the shed.')
})

test('follows changes of the memory files', async () => {
  const { write, recall } = await setUp()
  await write(['The dog is called Bello.', 'Lives in Utrecht.'])
  expect(await recall('What is the dog called?')).toEqual(['The dog is called Bello.'])
  await write(['The dog is called Rex.'], ['The dog is called Bello.'])
  expect(await recall('What is the dog called?')).toEqual(['The dog is called Rex.'])
})
