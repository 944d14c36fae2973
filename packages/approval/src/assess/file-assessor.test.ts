import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFileAssessor } from './file-assessor.js'

let home: string

beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'hermes-files-')))
  await mkdir(join(home, 'proj/.git/hooks'), { recursive: true })
  await symlink(join(home, 'proj/.git/hooks'), join(home, 'proj/scripts'))
})
afterEach(() => rm(home, { recursive: true }))

async function verdictOf(args: Readonly<Record<string, string>>) {
  const workingDirectory = join(home, 'proj')
  const assess = createFileAssessor({
    resolvePath: async (path) => {
      const full = resolve(workingDirectory, path.replace(/^~/, home))
      const folder = await realpath(join(full, '..')).catch(() => join(full, '..'))
      return join(folder, full.split('/').at(-1) ?? '')
    },
  })
  const { verdict, subject, inEnvironment } = await assess(args, { workingDirectory, home })
  expect(inEnvironment).toBe(true)
  for (const value of Object.values(args)) expect(subject).toContain(value)
  return verdict
}

test.each([
  '.git/hooks/pre-commit',
  'scripts/post-merge',
  '../proj/.git/hooks/update',
  '.git/config',
  '~/.gitconfig',
  '~/.config/git/config',
  '~/.vimrc',
  '~/.tmux.conf',
  '.husky/pre-commit',
  '.vscode/settings.json',
])('asks about files that other programs execute: %s', async (path) => {
  expect(await verdictOf({ path, content: 'x' })).toBe('ask')
})

test.each([
  'src/index.ts',
  'package.json',
  'Makefile',
  '.github/workflows/ci.yml',
  '.gitignore',
  '.gitmodules',
  'hooks/use-state.ts',
  'docs/.bashrc.example',
  'Dockerfile',
  '/tmp/notes.txt',
  // The tools refuse these.
  '~/.bashrc',
  '~/.ssh/authorized_keys',
  '/etc/crontab',
])('does not ask about ordinary files and protected ones: %s', async (path) => {
  expect(await verdictOf({ path, content: 'x' })).toBe('run')
})

test('assesses a patch by every file that it names', async () => {
  const patch = (...names: readonly string[]) => ({
    mode: 'patch',
    patch: ['*** Begin Patch', ...names.map((name) => `*** Add File: ${name}\n+x`), '*** End Patch'].join('\n'),
  })
  expect(await verdictOf(patch('a.ts', 'b.ts'))).toBe('run')
  expect(await verdictOf(patch('a.ts', '.git/hooks/pre-push'))).toBe('ask')
})
