import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { memoryProviderContract } from '@hermes/testkit/contracts'
import { expect, test } from 'vitest'
import { fakeByterover } from '../../../testing/programs/fake-byterover.js'
import { providerServices } from '../../../testing/provider-services.js'
import { tempFolder } from '../../../testing/temp-folder.js'
import { createPrefetch } from '../../provider/prefetch.js'
import { byteroverMemory } from './index.js'

async function setUp() {
  const around = await tempFolder()
  const home = join(around, 'home')
  // A project of the person in a folder around the home.
  await mkdir(join(around, '.brv'))
  await writeFile(join(around, '.brv/config.json'), '{}')
  const program = fakeByterover()
  const services = providerServices({ home, run: program.run })
  const open = async () => byteroverMemory.create({ command: 'brv', max_recalled: 5 }, services)
  return { program, home, provider: await open(), reopen: open }
}

memoryProviderContract({ name: 'byterover', create: setUp })

const { signal } = new AbortController()
const turn = { id: 't', sessionId: 's', atMs: 0, user: 'The harbour is Utrecht.', assistant: 'Noted.', origins: [] }
const asking = { sessionId: 'later', text: '--limit of the harbour?' }

test('stores notes in the home that reach the model', async () => {
  const { provider, program, home } = await setUp()
  await provider.sync(turn, { signal })
  const prefetch = createPrefetch({ provider, budgetMs: 10_000, logger: { log: () => undefined } })
  const recalled = await prefetch.recall(asking)
  expect(recalled).toContain('Utrecht')
  expect(recalled).not.toContain('tags:')
  expect([...program.kept.values()].map(({ owner }) => owner)).toEqual([join(home, 'byterover/owner')])
})

test('retries a turn that failed, but not one still in progress', async () => {
  const { provider, program } = await setUp()
  program.logAs('processing')
  await provider.sync(turn, { signal })
  await expect(provider.sync(turn, { signal })).rejects.toMatchObject({ code: 'memory/service' })
  program.logAs('error')
  await provider.sync({ ...turn, id: 'other' }, { signal })
  await provider.sync({ ...turn, id: 'other' }, { signal })
  expect(program.kept.size).toBe(3)
})

test.each([
  { result: { code: 127, stdout: '', stderr: 'not found' }, said: 'npm package byterover-cli' },
  { result: { code: 1, stdout: '', stderr: 'broken' }, said: 'broken' },
  { result: { code: 1, stdout: 'no JSON', stderr: '' }, said: 'it ended with 1' },
  {
    result: {
      code: 0,
      stdout: '{"success":false,"data":{"error":"No provider connected."}}\n',
      stderr: '(node) Warning',
    },
    said: 'No provider connected.',
  },
])('fails with what the program says: $said', async ({ result, said }) => {
  const { provider, program } = await setUp()
  program.failWith(result)
  const expected = { code: 'memory/service', message: expect.stringContaining(said) }
  await expect(provider.sync(turn, { signal })).rejects.toMatchObject(expected)
  await expect(provider.prefetch(asking, { signal })).rejects.toMatchObject(expected)
})
