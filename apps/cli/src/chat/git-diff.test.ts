import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { gitDiff } from './git-diff.js'

const { signal } = new AbortController()
const run = promisify(execFile)

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-diff-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('tells what is staged, what is not, and both', async () => {
  const folder = await makeFolder()
  const git = (...args: string[]) => run('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args])
  await git('init', '--quiet')
  for (const name of ['a', 'b']) await writeFile(join(folder, name), 'old\n')
  await git('add', '.')
  await git('commit', '--quiet', '-m', 'first')
  for (const name of ['a', 'b']) await writeFile(join(folder, name), 'new\n')
  await git('add', 'a')
  const diff = (scope: 'unstaged' | 'staged' | 'all', more: { isSummary?: boolean; path?: string } = {}) =>
    gitDiff(folder, { scope, isSummary: false, ...more }, signal)
  expect(await diff('unstaged')).toMatch(/diff --git a\/b b\/b[\s\S]*-old\n\+new/)
  expect(await diff('unstaged')).not.toContain('a/a')
  expect(await diff('staged')).toContain('a/a')
  expect(await diff('all', { isSummary: true })).toContain('2 files changed')
  expect(await diff('all', { path: 'b' })).not.toContain('a/a')
  expect(await diff('all', { path: '--output=x' })).toBe('')
})

test('says so where there is no repository', async () => {
  await expect(gitDiff(await makeFolder(), { scope: 'unstaged', isSummary: false }, signal)).rejects.toThrow(
    'it is no repository',
  )
})
