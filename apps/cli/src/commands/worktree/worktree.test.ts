import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCli } from '../../cli.js'
import { openWorktree } from '../../setup/worktree/open-worktree.js'

let folder: string
let project: string
const env = {
  PATH: process.env.PATH,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.com',
}
const git = (where: string, ...args: readonly string[]) =>
  execFileSync('git', args, { cwd: where, env, encoding: 'utf8' }).trim()

async function commit(where: string, name: string): Promise<void> {
  await writeFile(join(where, name), name)
  git(where, 'add', '--all')
  git(where, 'commit', '--quiet', '-m', name)
}

async function hermes(...args: readonly string[]) {
  const stdout = new PassThrough({ encoding: 'utf8' })
  const stderr = new PassThrough({ encoding: 'utf8' })
  const stdin = new PassThrough()
  stdin.end()
  const io = { stdin, stdout, stderr, env: { ...env, HERMES_HOME: folder }, workingDirectory: project }
  const code = await runCli(args, { io })
  return { code, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') }
}

/** A worktree whose Hermes was killed: its lock names a process that has ended. */
async function abandoned(): Promise<string> {
  const worktree = await openWorktree({ env, workingDirectory: project })
  git(project, 'worktree', 'unlock', worktree.folder)
  const { pid } = spawnSync(process.execPath, ['--version'])
  git(project, 'worktree', 'lock', '--reason', `in use by hermes, process ${pid}`, worktree.folder)
  return worktree.folder
}

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'hermes-worktree-')))
  project = join(folder, 'project')
  git(folder, 'init', '--quiet', '-b', 'main', 'project')
  await commit(project, 'a.txt')
})
afterEach(() => rm(folder, { recursive: true }))

test('removes only worktrees that hold nothing of their own', async () => {
  const used = (await openWorktree({ env, workingDirectory: project })).folder
  const spent = await abandoned()
  const changed = await abandoned()
  await writeFile(join(changed, 'new.txt'), 'mine')
  const unmerged = await abandoned()
  await commit(unmerged, 'b.txt')

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

test('keeps the last branch that holds a commit', async () => {
  const first = await abandoned()
  await commit(first, 'b.txt')
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
