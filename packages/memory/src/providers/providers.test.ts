import type { MemoryProvider, MemoryProviderServices } from '@hermes/core/extension'
import { memoryProviderContract } from '@hermes/testkit/contracts'
import { Honcho } from '@honcho-ai/sdk'
import { HindsightClient } from '@vectorize-io/hindsight-client'
import { Supermemory } from 'supermemory'
import { describe, expect, onTestFinished, test } from 'vitest'
import { providerServices } from '../../testing/provider-services.js'
import { type FakeRoute, type KeptMemory, startFakeService } from '../../testing/services/fake-service.js'
import { hindsightRoutes } from '../../testing/services/hindsight-routes.js'
import { honchoRoutes } from '../../testing/services/honcho-routes.js'
import { mem0Routes } from '../../testing/services/mem0-routes.js'
import { openvikingRoutes } from '../../testing/services/openviking-routes.js'
import { retaindbRoutes } from '../../testing/services/retaindb-routes.js'
import { supermemoryRoutes } from '../../testing/services/supermemory-routes.js'
import { createPrefetch } from '../provider/prefetch.js'
import { hindsightMemory } from './hindsight/index.js'
import { honchoMemory } from './honcho/index.js'
import { mem0Memory } from './mem0/index.js'
import { openvikingMemory } from './openviking/index.js'
import { retaindbMemory } from './retaindb/index.js'
import { supermemoryMemory } from './supermemory/index.js'

interface Subject {
  readonly name: string
  readonly routes: Readonly<Record<string, FakeRoute>>
  open(url: string, services: MemoryProviderServices): Promise<MemoryProvider>
}

const key = 'k-1'
const shared = { api_key: key, max_recalled: 5 }
const subjects: readonly Subject[] = [
  {
    name: 'hindsight',
    routes: hindsightRoutes,
    open: async (base_url, services) => hindsightMemory.create({ ...shared, base_url, bank: 'hermes' }, services),
  },
  {
    name: 'mem0',
    routes: mem0Routes,
    open: async (base_url, services) => mem0Memory.create({ ...shared, base_url, user: 'hermes' }, services),
  },
  {
    name: 'honcho',
    routes: honchoRoutes,
    open: async (base_url, services) => honchoMemory.create({ ...shared, base_url, workspace: 'hermes' }, services),
  },
  {
    name: 'supermemory',
    routes: supermemoryRoutes,
    open: async (base_url, services) =>
      supermemoryMemory.create({ ...shared, base_url, container: 'hermes' }, services),
  },
  {
    name: 'retaindb',
    routes: retaindbRoutes,
    open: async (base_url, services) => retaindbMemory.create({ ...shared, base_url, project: 'hermes' }, services),
  },
  {
    name: 'openviking',
    routes: openvikingRoutes,
    open: async (base_url, services) =>
      openvikingMemory.create({ ...shared, base_url, account: 'default', user: 'hermes' }, services),
  },
]

async function setUp({ routes, open }: Subject) {
  const kept = new Map<string, KeptMemory>()
  const service = await startFakeService(routes, kept)
  onTestFinished(() => service[Symbol.asyncDispose]())
  const services = providerServices()
  return { service, kept, provider: await open(service.url, services), reopen: () => open(service.url, services) }
}

for (const subject of subjects) memoryProviderContract({ name: subject.name, create: () => setUp(subject) })

const { signal } = new AbortController()
const turn = { id: 't', sessionId: 's', atMs: 0, user: 'The harbour is Utrecht.', assistant: 'Noted.', origins: [] }

describe.each(subjects)('$name', (subject) => {
  test('sends its key, and fails with the error of the service', async () => {
    const { provider, service } = await setUp(subject)
    await provider.sync(turn, { signal })
    expect(service.keys.at(-1)).toContain(key)
    service.failWith(502, '<h1>Bad gateway</h1>')
    await expect(provider.prefetch({ sessionId: 's', text: 'harbour' }, { signal })).rejects.toMatchObject({
      code: 'memory/service',
    })
    service.failWith(401)
    await expect(provider.prefetch({ sessionId: 's', text: 'harbour' }, { signal })).rejects.toMatchObject({
      code: 'memory/service',
      message: expect.stringContaining('out of order'),
    })
    // A turn that the service does not know how to store must be retried.
    service.failWith(404)
    await expect(provider.sync({ ...turn, id: 'next' }, { signal })).rejects.toMatchObject({ code: 'memory/service' })
  })

  test('stores memories that reach the model', async () => {
    const { provider } = await setUp(subject)
    await provider.sync(turn, { signal })
    const prefetch = createPrefetch({ provider, budgetMs: 10_000, logger: { log: () => undefined } })
    expect(await prefetch.recall({ sessionId: 'later', text: 'Which harbour?' })).toContain('Utrecht')
  })

  test('rejects a hanging call with the reason of its signal', async () => {
    const hanging: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
    const services = providerServices({ fetch: hanging })
    const provider = await subject.open('http://127.0.0.1:9', services)
    const reason = new Error('enough')
    const stop = new AbortController()
    const call = provider.prefetch({ sessionId: 's', text: 'harbour' }, { signal: stop.signal })
    stop.abort(reason)
    await expect(call).rejects.toBe(reason)
  })
})

/** The official clients find what was synced, so the fakes and the paths match the services. */
const judges: Readonly<Record<string, (url: string) => Promise<readonly (string | undefined)[]>>> = {
  hindsight: async (baseUrl) =>
    (await new HindsightClient({ baseUrl }).recall('hermes-owner', 'harbour')).results.map(({ text }) => text),
  honcho: async (baseURL) => {
    const peer = await new Honcho({ apiKey: key, baseURL, workspaceId: 'hermes' }).peer('owner')
    return (await peer.search('harbour')).map(({ content }) => content)
  },
  supermemory: async (baseURL) => {
    const client = new Supermemory({ apiKey: key, baseURL })
    const { results } = await client.search({ q: 'harbour', containerTag: 'hermes-owner' })
    return results.map(({ memory }) => memory)
  },
}

test.each(subjects.filter(({ name }) => name in judges))('the client of $name finds a turn', async (subject) => {
  const { provider, service } = await setUp(subject)
  await provider.sync(turn, { signal })
  expect(await judges[subject.name]?.(service.url)).toEqual([expect.stringContaining('Utrecht')])
})
