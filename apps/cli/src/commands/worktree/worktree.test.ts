import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, realpath, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { silentLogger } from '@hermes/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commitFile, git, gitEnvironment } from '../../../testing/git.js'
import { openWorktree } from '../../setup/worktree/open-worktree.js'
import { pruneAtTimes } from '../../setup/worktree/prune-at-times.js'
import { pruneLeftWorktrees } from '../../setup/worktree/prune-left-worktrees.js'
import { runCli } from '../../start/run-cli.js'

let folder: string
let project: string

async function hermes(...args: readonly string[]) {
  const stdout = new PassThrough({ encoding: 'utf8' })
  const stderr = new PassThrough({ encoding: 'utf8' })
  const stdin = new PassThrough()
  stdin.end()
  const io = { stdin, stdout, stderr, env: { ...gitEnvironment, HERMES_HOME: folder }, workingDirectory: project }
  const code = await runCli(args, { io })
  return { code, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') }
}

/** Creates a worktree whose Hermes was killed: its lock names a process that has ended. */
async function abandoned(): Promise<string> {
  const worktree = await openWorktree({ env: gitEnvironment, workingDirectory: project })
  git(project, 'worktree', 'unlock', worktree.folder)
  const { pid } = spawnSync(process.execPath, ['--version'])
  git(project, 'worktree', 'lock', '--reason', `in use by hermes, process ${pid}`, worktree.folder)
  return worktree.folder
}

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'hermes-worktree-')))
  project = join(folder, 'project')
  git(folder, 'init', '--quiet', '-b', 'main', 'project')
  await commitFile(project, 'a.txt', 'a.txt')
})
afterEach(() => rm(folder, { recursive: true }))

test('removes only worktrees whose removal loses nothing', async () => {
  const used = (await openWorktree({ env: gitEnvironment, workingDirectory: project })).folder
  const spent = await abandoned()
  const changed = await abandoned()
  await writeFile(join(changed, 'new.txt'), 'mine')
  const unmerged = await abandoned()
  await commitFile(unmerged, 'b.txt', 'b.txt')

  const { out } = await hermes('worktree', 'list', '--json')
  const states = new Map(JSON.parse(out).map((row: { folder: string; state: string }) => [row.folder, row.state]))
  expect(states.get(used)).toBe('in use')
  expect(states.get(spent)).toBe('spent')
  expect(states.get(changed)).toBe('changed')
  expect(states.get(unmerged)).toBe('unmerged')

  expect((await hermes('worktree', 'prune', '--dry-run')).out).toBe(`Would be removed: ${spent}\n`)
  expect(existsSync(spent)).toBe(true)
  expect(await hermes('worktree', 'prune')).toMatchObject({
    code: 0,
    out: `Removed: ${spent}\n`,
    err: 'Kept: 3. hermes worktree list says why.\n',
  })
  expect(existsSync(spent)).toBe(false)
  expect(git(project, 'branch', '--list', 'hermes/*').split('\n')).toHaveLength(3)
  for (const kept of [used, changed, unmerged]) expect(existsSync(kept)).toBe(true)
})

test('automatically removes only worktrees that were unused for a day and lose nothing', async () => {
  const used = (await openWorktree({ env: gitEnvironment, workingDirectory: project })).folder
  const [spent, changed, unmerged, fresh] = [await abandoned(), await abandoned(), await abandoned(), await abandoned()]
  await writeFile(join(changed, 'a.txt'), 'mine')
  await commitFile(unmerged, 'b.txt', 'b.txt')
  const dayMs = 86_400_000
  const before = new Date(Date.now() - dayMs)
  for (const folder of [used, spent, changed, unmerged]) await utimes(folder, before, before)
  const place = { env: gitEnvironment, workingDirectory: project }
  expect(await pruneLeftWorktrees(place)).toEqual([spent])
  for (const kept of [used, changed, unmerged, fresh]) expect(existsSync(kept)).toBe(true)
  expect(await pruneLeftWorktrees({ ...place, workingDirectory: tmpdir() })).toEqual([])

  await utimes(fresh, before, before)
  const stop = new AbortController()
  pruneAtTimes(place, { logger: silentLogger, signal: stop.signal })
  await expect.poll(() => existsSync(fresh)).toBe(false)
  stop.abort()
})

test('keeps the last branch that holds a commit', async () => {
  const first = await abandoned()
  await commitFile(first, 'b.txt', 'b.txt')
  const second = await abandoned()
  git(second, 'reset', '--quiet', '--hard', git(first, 'rev-parse', 'HEAD'))
  const { out } = await hermes('worktree', 'prune')
  expect(out.trim().split('\n')).toHaveLength(1)
  expect([existsSync(first), existsSync(second)].filter(Boolean)).toHaveLength(1)
})

test('removes the branch of a worktree whose folder was deleted', async () => {
  await rm(await abandoned(), { recursive: true })
  expect((await hermes('worktree', 'prune')).code).toBe(0)
  expect(git(project, 'branch', '--list', 'hermes/*')).toBe('')
})

test('leaves other worktrees of the repository alone', async () => {
  git(project, 'worktree', 'add', '--quiet', '-b', 'mine', join(project, '.worktrees', 'mine'))
  expect((await hermes('worktree', 'list')).err).toBe('There are none: hermes -w creates one.\n')
  expect((await hermes('worktree', 'prune')).err).toBe('There is nothing to remove.\n')
  expect(existsSync(join(project, '.worktrees', 'mine'))).toBe(true)
})
