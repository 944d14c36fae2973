import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryStore } from '@hermes/core'
import { resolvePath } from '@hermes/safety/files'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { refuseStrangers } from './refuse-strangers.js'

let folder: string
let lookups: number
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'hermes-strangers-')))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  lookups = 0
  for (const name of ['people', 'work']) await mkdir(join(folder, name))
})

function refuse() {
  const refuseFile = refuseStrangers({
    store: createMemoryStore(),
    temporaryFolder: async () => join(folder, 'temporary'),
    async findFolders() {
      lookups += 1
      const memory = await resolvePath(join(folder, 'memories'))
      return { memory, spill: join(folder, 'spill'), shared: [join(folder, 'work')] }
    },
  })
  return (path: string, call: { readonly taskId: string }) =>
    refuseFile({ operation: 'read', path: join(folder, path), call })
}

test('a call that looks at many files finds the folders once', async () => {
  const refused = refuse()
  const call = { taskId: 'search' }
  const reasons = await Promise.all(Array.from({ length: 100 }, (_, number) => refused(`work/${number}`, call)))
  expect([new Set(reasons), lookups]).toEqual([new Set([undefined]), 1])
})

test('the next call sees where a folder leads by now', async () => {
  const refused = refuse()
  await writeFile(join(folder, 'people/ann.md'), 'likes tea')
  expect(await refused('people/ann.md', { taskId: 'first' })).toBeUndefined()
  await symlink(join(folder, 'people'), join(folder, 'memories'))
  expect(await refused('people/ann.md', { taskId: 'second' })).toMatch('remembered about people')
})
