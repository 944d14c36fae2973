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

test('returns no guards for a folder without a repository', () => {
  expect(gitGuards(folder)).toEqual([])
})

test('guards hooks and settings, but not the files that a commit writes', () => {
  git('init')
  const guards = gitGuards(folder)
  for (const name of ['hooks', 'config', 'commondir']) expect(guards).toContain(join(folder, '.git', name))
  for (const name of ['index', 'objects', 'refs', 'HEAD']) expect(guards).not.toContain(join(folder, '.git', name))
})

test('guards configured hook folders, programs in the project named by settings, and included settings', () => {
  git('init')
  git('config', 'core.hooksPath', '.husky/_')
  git('config', 'core.fsmonitor', 'tools/watch')
  git('config', 'include.path', '../.gitsettings')
  const named = ['.husky/_', 'tools/watch', '.gitsettings'].map((name) => join(folder, name))
  expect(gitGuards(folder)).toEqual(expect.arrayContaining(named))
})

test('guards the settings of submodules', () => {
  git('init')
  mkdirSync(join(folder, '.git/modules/one/objects'), { recursive: true })
  expect(gitGuards(folder)).toContain(join(folder, '.git/modules/one/config'))
})

test.each(['hooks', 'remotes', 'branches'])('creates the missing folder %s, to mount it read-only', (name) => {
  git('init')
  rmSync(join(folder, '.git', name), { recursive: true, force: true })
  expect(gitGuards(folder)).toContain(join(folder, '.git', name))
  expect(existsSync(join(folder, '.git', name))).toBe(true)
})

test('guards the whole repository when hooks are a link, because a link cannot be mounted', () => {
  git('init')
  rmSync(join(folder, '.git/hooks'), { recursive: true })
  symlinkSync('../hooks', join(folder, '.git/hooks'))
  expect(gitGuards(folder)).toEqual([join(folder, '.git')])
})
