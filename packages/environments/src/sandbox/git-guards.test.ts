import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { gitGuards } from './git-guards.js'

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'hermes-guards-')))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' })

test('a folder without a repository has nothing to guard', () => {
  expect(gitGuards(folder)).toEqual([])
})

test('hooks and settings, but not what a commit writes', () => {
  git('init')
  const guards = gitGuards(folder)
  for (const name of ['hooks', 'config', 'commondir']) expect(guards).toContain(join(folder, '.git', name))
  for (const name of ['index', 'objects', 'refs', 'HEAD']) expect(guards).not.toContain(join(folder, '.git', name))
})

test('hooks that are kept elsewhere, programs in the project that settings name, and settings that they take in', () => {
  git('init')
  git('config', 'core.hooksPath', '.husky/_')
  git('config', 'core.fsmonitor', 'tools/watch')
  git('config', 'include.path', '../.gitsettings')
  const named = ['.husky/_', 'tools/watch', '.gitsettings'].map((name) => join(folder, name))
  expect(gitGuards(folder)).toEqual(expect.arrayContaining(named))
})

test('the settings of submodules', () => {
  git('init')
  mkdirSync(join(folder, '.git/modules/one/objects'), { recursive: true })
  expect(gitGuards(folder)).toContain(join(folder, '.git/modules/one/config'))
})

test('a missing folder of hooks is made: it could not be held otherwise', () => {
  git('init')
  rmSync(join(folder, '.git/hooks'), { recursive: true })
  gitGuards(folder)
  expect(existsSync(join(folder, '.git/hooks'))).toBe(true)
})

test('hooks that are a link: nothing of the repository may be written, for a link cannot be held', () => {
  git('init')
  rmSync(join(folder, '.git/hooks'), { recursive: true })
  symlinkSync('../hooks', join(folder, '.git/hooks'))
  expect(gitGuards(folder)).toEqual([join(folder, '.git')])
})
