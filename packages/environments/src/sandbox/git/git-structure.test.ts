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

test('confirms the data of a linked work tree and of its main repository', () => {
  git('main', 'worktree', 'add', '-q', '../tree')
  expect(confirmedData(join(root, 'tree'))).toEqual([join(root, 'main/.git/worktrees/tree'), join(root, 'main/.git')])
  expect(elsewhere('tree')).toEqual([join(root, 'main/.git/worktrees/tree'), join(root, 'main/.git')])
})

test('confirms the data of a submodule and of a nested one', () => {
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

test('confirms the data of an enclosing repository', () => {
  mkdirSync(join(root, 'main/packages/one'), { recursive: true })
  expect(elsewhere('main/packages/one')).toEqual([join(root, 'main/.git')])
})

test.each([
  ['the data of another work tree', 'gitdir: ../main/.git/worktrees/tree'],
  ['a repository', 'gitdir: ../main/.git'],
  ['a folder that is not a repository', 'gitdir: ..'],
  ['nothing', 'gitdir: ../missing'],
])('a file that names %s confirms nothing', (_, claim) => {
  git('main', 'worktree', 'add', '-q', '../tree')
  mkdirSync(join(root, 'claims'))
  writeFileSync(join(root, 'claims/.git'), `${claim}\n`)
  expect(confirmedData(join(root, 'claims'))).toEqual([])
  expect(elsewhere('claims')).toEqual([])
})

test('does not confirm data that claims a shared folder', () => {
  mkdirSync(join(root, 'other'))
  writeFileSync(join(root, 'main/.git/commondir'), join(root, 'other'))
  expect(elsewhere('main')).toEqual([])
})

test('does not confirm separate data without its work tree', () => {
  git('.', 'init', '-q', '--separate-git-dir', 'data', 'apart')
  expect(elsewhere('apart')).toEqual([])
})

test('does not open folders that contain guarded paths or are inside them', () => {
  git('main', 'worktree', 'add', '-q', '../tree')
  const data = join(root, 'main/.git/worktrees/tree')
  expect(elsewhere('tree', [join(root, 'main/.git/secret')])).toEqual([data])
  expect(elsewhere('tree', [join(root, 'main')])).toEqual([])
  mkdirSync(join(root, 'main/notes'))
  expect(elsewhere('main/notes', [join(root, 'main/.ssh')])).toEqual([])
})
