import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createMemoryStore } from '@hermes/core'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testHost } from '../../testing/open-host.js'
import { tempFolder, tempHome } from '../../testing/temp-home.js'
import { configSchema } from '../schema/config-schema.js'
import { createApprovalBook } from './approval-book.js'
import { createStoredGrants } from './stored-grants.js'

const config = (approvals: object) => configSchema.parse({ approvals })

test('keeps answers as long as the approval settings and the environment are the same', async () => {
  const store = createMemoryStore()
  await store.sessions.create({ id: 's', source: 'test', startedAtMs: 1 })
  const book = createApprovalBook(createStoredGrants({ store, redact: (text) => text }))
  const manual = book.memoryFor(config({ mode: 'manual' }), 'local')
  await manual.grants.add('s', { text: 'rm', keys: ['rm'], subject: 'rm -rf build' })
  await book.hosts.add('s', { text: 'connections to a.example', keys: ['a.example'], subject: 'npm install' })
  const covers = (mode: string, environment: string) =>
    book.memoryFor(config({ mode }), environment).grants.cover('s', ['rm'])
  expect(await covers('manual', 'local')).toBe(true)
  expect(await covers('smart', 'local')).toBe(false)
  expect(await covers('manual', 'docker')).toBe(false)
  book.use(config({ mode: 'manual' }))
  const shown = async (environment: string) => (await book.granted('s', environment)).map(({ text }) => text)
  expect(await shown('local')).toEqual(['rm', 'connections to a.example'])
  expect(await shown('docker')).toEqual(['connections to a.example'])
  book.personal.set('s', 'off')
  expect(manual.modes.get('s')).toBe('off')
})

test('asks once for a session that continues on another surface of the host', async () => {
  const script = [call('terminal', { command: 'rm -rf ./build' }), text('Gone.')]
  const provider = await startFakeProvider({ script: [...script, ...script, ...script] })
  onTestFinished(() => provider.close())
  const model = `model: { provider: custom, base_url: "${provider.baseUrl}", default: m, context_length: 100000 }\n`
  const host = await testHost({ paths: await tempHome({ config: model }) })
  const folder = await tempFolder()
  const ask = vi.fn(async () => ({ decision: 'session' as const }))
  const first = await host.open({ ask }, folder)
  const second = await host.open({ ask }, folder)
  const isThere = () =>
    stat(join(folder, 'build')).then(
      () => true,
      () => false,
    )
  for (const surface of [first, second]) {
    await mkdir(join(folder, 'build'))
    await surface.agent.run('clean', { sessionId: 's' }).result
    expect(await isThere()).toBe(false)
  }
  expect(ask).toHaveBeenCalledTimes(1)

  await mkdir(join(folder, 'build'))
  await second.agent.run('clean', { sessionId: 'another' }).result
  expect(ask).toHaveBeenCalledTimes(2)
})
