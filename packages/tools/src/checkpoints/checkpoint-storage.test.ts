import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openCheckpointStorage } from './checkpoint-storage.js'
import { createCheckpoints } from './checkpoints.js'

const program = '/usr/bin/git'
const day = 86_400_000
let root: string
let folder: string

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'hermes-checkpoints-')))
  folder = join(root, 'stored')
})
afterEach(() => rm(root, { recursive: true }))

/** Creates a workspace with one checkpoint per time, each with different content. */
async function takenAt(times: readonly number[]) {
  const workspace = await mkdtemp(join(root, 'work-'))
  let now = 0
  const checkpoints = createCheckpoints({ folder, workspace, program, now: () => now })
  for (const time of times) {
    now = time
    await writeFile(join(workspace, 'a.txt'), `${time} ${'x'.repeat(50_000)}`)
    await checkpoints.take('a change')
  }
  return { workspace, checkpoints }
}

test('lists the workspaces by their newest checkpoint, newest first', async () => {
  const old = await takenAt([1 * day, 2 * day])
  const recent = await takenAt([3 * day])
  const storage = openCheckpointStorage({ folder, program })
  expect(await storage.workspaces()).toEqual([
    { workspace: recent.workspace, checkpoints: 1, newestAtMs: 3 * day, oldestAtMs: 3 * day },
    { workspace: old.workspace, checkpoints: 2, newestAtMs: 2 * day, oldestAtMs: 1 * day },
  ])
  expect(await storage.size()).toBeGreaterThan(0)
})

test('prunes older checkpoints and keeps the rest usable', async () => {
  const { workspace, checkpoints } = await takenAt([1 * day, 5 * day])
  const storage = openCheckpointStorage({ folder, program })
  expect(await storage.prune({ beforeMs: 4 * day })).toBe(1)
  const [left, ...others] = await checkpoints.list()
  expect(others).toEqual([])
  await writeFile(join(workspace, 'a.txt'), 'changed')
  expect((await checkpoints.restore(left?.id ?? '')).written).toEqual(['a.txt'])
})

test('deletes all checkpoints', async () => {
  await takenAt([1 * day])
  await takenAt([2 * day, 3 * day])
  const storage = openCheckpointStorage({ folder, program })
  expect(await storage.prune()).toBe(3)
  expect(await storage.workspaces()).toEqual([])
  expect(await storage.prune()).toBe(0)
})
