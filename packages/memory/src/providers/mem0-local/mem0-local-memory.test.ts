import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transport } from '@hermes/core'
import { createMemoryStore, type Embedder } from '@hermes/core'
import { scripted, text } from '@hermes/testkit'
import { memoryProviderContract } from '@hermes/testkit/contracts'
import { expect, test } from 'vitest'
import { providerServices } from '../../../testing/provider-services.js'
import { tempFolder } from '../../../testing/temp-folder.js'
import { createPrefetch } from '../../provider/prefetch.js'
import { mem0LocalMemory } from './index.js'

const packages = join(import.meta.dirname, '../../../node_modules')

/** Texts with a word in common have similar vectors. */
const embedder: Embedder = {
  id: 'words',
  dimensions: 64,
  async embed(texts) {
    return texts.map((each) => {
      const vector = new Float32Array(64)
      for (const word of each.toLowerCase().match(/[a-z]{4,}/g) ?? [])
        vector[[...word].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 64, 7)] = 1
      return vector
    })
  },
}

/** Simulates a model that extracts what the person said. */
function extractor(): Transport {
  const learned = { memory: [{ id: '0', text: 'The harbour of Ada is Utrecht.', attributed_to: 'user' }] }
  const answers = function* () {
    while (true) yield text(JSON.stringify(learned))
  }
  return scripted(answers())
}

async function setUp(given: Partial<Parameters<typeof mem0LocalMemory.create>[1]> = {}) {
  const home = await tempFolder()
  await symlink(packages, join(home, 'node_modules'))
  const model = { transport: extractor(), model: { id: 'm' } }
  const services = providerServices({ home, store: createMemoryStore(), embedder, model: () => model, ...given })
  const open = async () => mem0LocalMemory.create({ max_recalled: 5 }, services)
  return { home, provider: await open(), reopen: open }
}

memoryProviderContract({ name: 'mem0-local', create: setUp })

const { signal } = new AbortController()
const turn = { id: 't', sessionId: 's', atMs: 0, user: 'My harbour is Utrecht.', assistant: 'Noted.', origins: [] }

test('stores memories that reach the model', async () => {
  const { provider } = await setUp()
  await provider.sync(turn, { signal })
  const prefetch = createPrefetch({ provider, budgetMs: 10_000, logger: { log: () => undefined } })
  expect(await prefetch.recall({ sessionId: 'later', text: 'Which harbour?' })).toContain('Utrecht')
  await provider[Symbol.asyncDispose]?.()
})

test('stores nothing of a turn without its models, and stores it later', async () => {
  let isDown = true
  const flaky: Embedder = {
    ...embedder,
    embed: (texts, options) =>
      isDown ? Promise.reject(new Error('The embedder is down.')) : embedder.embed(texts, options),
  }
  const { provider } = await setUp({ embedder: flaky })
  await expect(provider.sync(turn, { signal })).rejects.toMatchObject({
    code: 'memory/service',
    message: expect.stringContaining('The embedder is down.'),
  })
  isDown = false
  await provider.sync(turn, { signal })
  expect(await provider.prefetch({ sessionId: 's', text: 'harbour' }, { signal })).toHaveLength(1)
  await provider[Symbol.asyncDispose]?.()
})

test('reports what is missing', async () => {
  await expect(setUp({ embedder: undefined })).rejects.toMatchObject({
    code: 'config/invalid',
    path: 'auxiliary.embedding',
  })
  await expect(setUp({ home: await tempFolder() })).rejects.toThrow('npm install --prefix')
})
