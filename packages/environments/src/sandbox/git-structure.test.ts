import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLogger } from '@hermes/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { confirmedData } from './git-structure.js'
import { watchGit } from './git-watch.js'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hermes-structure-')))
  git('.', 'init', '-q', 'main')
  git('main', 'commit', '-q', '--allow-empty', '-m', 'first')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const identity = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'protocol.file.allow=always']
const git = (folder: string, ...args: readonly string[]) =>
  execFileSync('git', [...identity, ...args], { cwd: join(root, folder), stdio: 'ignore' })

const elsewhere = (workspace: string, guarded: readonly string[] = []) =>
  watchGit({ workspaces: [join(root, workspace)], guarded, logger: silentLogger }).dataElsewhere

test('the data of a further work tree, and of the repository that it belongs to', () => {
  git('main', 'worktree', 'add', '-q', '../tree')
  expect(confirmedData(join(root, 'tree'))).toEqual([join(root, 'main/.git/worktrees/tree'), join(root, 'main/.git')])
  expect(elsewhere('tree')).toEqual([join(root, 'main/.git/worktrees/tree'), join(root, 'main/.git')])
})

test('the data of a submodule, and of one within it', () => {
  git('.', 'clone', '-q', 'main', 'inner')
  git('.', 'clone', '-q', 'main', 'outer')
  git('outer', 'submodule', 'add', '-q', '../inner', 'deep/inner')
  git('outer', 'commit', '-q', '-m', 'second')
  git('main', 'submodule', 'add', '-q', '../outer', 'outer')
  git('main', 'submodule', 'update', '--init', '--recursive', '-q')
  expect(confirmedData(join(root, 'main/outer'))).toEqual([join(root, 'main/.git/modules/outer')])
  const inner = join(root, 'main/.git/modules/outer/modules/deep/inner')
  expect(confirmedData(join(root, 'main/outer/deep/inner'))).toEqual([inner])
  expect(elsewhere('main/outer/deep/inner')).toEqual([inner])
  expect(elsewhere('main')).toEqual([])
})

test('that of a repository around the folder', () => {
  mkdirSync(join(root, 'main/packages/one'), { recursive: true })
  expect(elsewhere('main/packages/one')).toEqual([join(root, 'main/.git')])
})

test.each([
  ['the data of another work tree', 'gitdir: ../main/.git/worktrees/tree'],
  ['a repository', 'gitdir: ../main/.git'],
  ['a folder that is none', 'gitdir: ..'],
  ['nothing', 'gitdir: ../missing'],
])('a file that names %s gives nothing', (_, claim) => {
  git('main', 'worktree', 'add', '-q', '../tree')
  mkdirSync(join(root, 'claims'))
  writeFileSync(join(root, 'claims/.git'), `${claim}\n`)
  expect(confirmedData(join(root, 'claims'))).toEqual([])
  expect(elsewhere('claims')).toEqual([])
})

test('data that says it is shared with another folder gives nothing', () => {
  mkdirSync(join(root, 'other'))
  writeFileSync(join(root, 'main/.git/commondir'), join(root, 'other'))
  expect(elsewhere('main')).toEqual([])
})

test('data kept apart does not know its work tree, and gives nothing', () => {
  git('.', 'init', '-q', '--separate-git-dir', 'data', 'apart')
  expect(elsewhere('apart')).toEqual([])
})

test('what holds anything guarded is not opened, nor what lies in it', () => {
  git('main', 'worktree', 'add', '-q', '../tree')
  const data = join(root, 'main/.git/worktrees/tree')
  expect(elsewhere('tree', [join(root, 'main/.git/secret')])).toEqual([data])
  expect(elsewhere('tree', [join(root, 'main')])).toEqual([])
  mkdirSync(join(root, 'main/notes'))
  expect(elsewhere('main/notes', [join(root, 'main/.ssh')])).toEqual([])
})
