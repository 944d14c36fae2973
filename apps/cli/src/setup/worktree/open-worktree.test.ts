import { existsSync } from 'node:fs'
import { mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commitFile, git, gitEnvironment } from '../../../testing/git.js'
import { openWorktree } from './open-worktree.js'

let folder: string
let project: string
const open = (where = project) => openWorktree({ env: gitEnvironment, workingDirectory: where })

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'hermes-worktree-')))
  project = join(folder, 'project')
  git(folder, 'init', '--quiet', '-b', 'main', 'project')
})
afterEach(() => rm(folder, { recursive: true }))

test('is created from the current state of the remote, not from an earlier fetch', async () => {
  await commitFile(project, 'a.txt', 'one')
  git(folder, 'clone', '--quiet', 'project', 'clone')
  await commitFile(project, 'a.txt', 'two')
  const worktree = await open(join(folder, 'clone'))
  expect(worktree).toMatchObject({ base: 'origin/main', isFresh: true })
  expect(await readFile(join(worktree.folder, 'a.txt'), 'utf8')).toBe('two')
  expect(git(join(folder, 'clone'), 'status', '--porcelain')).toBe('')
})

test('uses the known commit when the remote does not answer', async () => {
  await commitFile(project, 'a.txt', 'one')
  git(folder, 'clone', '--quiet', 'project', 'clone')
  git(join(folder, 'clone'), 'remote', 'set-url', 'origin', join(folder, 'missing'))
  expect(await open(join(folder, 'clone'))).toMatchObject({ base: 'origin/main', isFresh: false })
})

test('copies the untracked files of .worktreeinclude, but no links', async () => {
  await writeFile(join(project, '.gitignore'), '.env*\nbig\n')
  await writeFile(join(project, '.worktreeinclude'), '.env*\n')
  await commitFile(project, 'a.txt', 'one')
  await writeFile(join(project, '.env'), 'KEY=1')
  await writeFile(join(project, 'big'), 'large')
  await symlink('/etc/passwd', join(project, '.env.link'))
  const { folder: created, prune } = await open()
  expect(await readFile(join(created, '.env'), 'utf8')).toBe('KEY=1')
  expect(existsSync(join(created, 'big'))).toBe(false)
  expect(existsSync(join(created, '.env.link'))).toBe(false)
  expect(await prune()).toBe(true)
})

test('is removed only when nothing would be lost', async () => {
  await commitFile(project, 'a.txt', 'one')
  const clean = await open()
  expect(await clean.prune()).toBe(true)
  expect(existsSync(clean.folder)).toBe(false)
  expect(git(project, 'branch', '--list', 'hermes/*')).toBe('')

  const edited = await open()
  await writeFile(join(edited.folder, 'new.txt'), 'mine')
  expect(await edited.prune()).toBe(false)
  const committed = await open()
  await commitFile(committed.folder, 'b.txt', 'mine')
  expect(await committed.prune()).toBe(false)
  const elsewhere = await open()
  git(elsewhere.folder, 'switch', '--quiet', '-c', 'mine')
  await commitFile(elsewhere.folder, 'c.txt', 'mine')
  expect(await elsewhere.prune()).toBe(false)
  for (const kept of [edited, committed, elsewhere]) expect(existsSync(kept.folder)).toBe(true)
})

test('works from a worktree, and rejects other folders and empty repositories', async () => {
  await expect(open()).rejects.toThrow('has no commit')
  await expect(open(folder)).rejects.toThrow('needs a git repository')
  await commitFile(project, 'a.txt', 'one')
  const { folder: first } = await open()
  expect((await open(first)).folder.startsWith(join(project, '.worktrees'))).toBe(true)
})

test('starts no program named by the repository', async () => {
  await commitFile(project, 'a.txt', 'one')
  const mark = join(folder, 'started')
  await writeFile(join(project, '.git', 'hooks', 'post-checkout'), `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 })
  git(project, 'config', 'core.fsmonitor', `touch ${mark}`)
  expect((await open()).base).toBe('HEAD')
  expect(existsSync(mark)).toBe(false)
  git(project, 'config', 'filter.x.smudge', `touch ${mark}`)
  await expect(open()).rejects.toThrow('filter.x.smudge')
})
