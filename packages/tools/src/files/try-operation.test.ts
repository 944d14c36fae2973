import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLocalEnvironment } from '@hermes/environments'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tryFileOperation } from './try-operation.js'

let home: string
let project: string

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'hermes-try-'))
  project = join(home, 'project')
  await mkdir(join(project, 'src'), { recursive: true })
  await mkdir(join(home, '.ssh'))
  await mkdir(join(home, '.hermes'))
  await writeFile(join(home, '.ssh', 'id_ed25519'), 'key')
  await writeFile(join(home, '.hermes', '.env'), 'KEY=1')
  await writeFile(join(home, '.hermes', 'config.yaml'), 'a: 1')
  await writeFile(join(project, 'src', 'a.ts'), 'a')
})
afterEach(() => rm(home, { recursive: true }))

async function attempt(operation: 'read' | 'write', path: string, mode?: 'workspace-only') {
  await using environment = createLocalEnvironment({ workingDirectory: project, variables: { HOME: home } })
  const protect = { agentHome: join(home, '.hermes'), ...(mode && { mode }) }
  return (await tryFileOperation({ operation, path, environment, protect })).ok
}

test('reads and writes ordinary files', async () => {
  expect(await attempt('read', 'src/a.ts')).toBe(true)
  expect(await attempt('write', 'src/b/c.ts')).toBe(true)
  expect(await readFile(join(project, 'src/b/c.ts'), 'utf8')).toBe('written by a check\n')
})

test('refuses every path to secrets', async () => {
  await symlink(join(home, '.ssh'), join(project, 'keys'))
  await symlink('keys/id_ed25519', join(project, 'notes.txt'))
  await symlink(join(home, '.hermes', 'config.yaml'), join(project, 'config.yaml'))
  await symlink(join(home, '.ssh', 'new_key'), join(project, 'dangling'))
  for (const path of [
    '~/.ssh/id_ed25519',
    '../.ssh/id_ed25519',
    'src/../../.ssh/./id_ed25519',
    'keys/id_ed25519',
    'notes.txt',
  ]) {
    expect(await attempt('read', path), path).toBe(false)
    expect(await attempt('write', path), path).toBe(false)
  }
  for (const path of ['dangling', 'config.yaml', '~/.hermes/SOUL.md'])
    expect(await attempt('write', path), path).toBe(false)
  expect(await readFile(join(home, '.ssh', 'id_ed25519'), 'utf8')).toBe('key')
})

test('protects a credential store behind a link', async () => {
  await mkdir(join(home, 'vault'))
  await writeFile(join(home, 'vault', 'token'), 'secret')
  await symlink(join(home, 'vault'), join(home, '.password-store'))
  expect(await attempt('read', '~/.password-store/token')).toBe(false)
  expect(await attempt('write', '~/.password-store/token')).toBe(false)
})

test('follows links within the project', async () => {
  await symlink('src', join(project, 'lib'))
  expect(await attempt('read', 'lib/a.ts')).toBe(true)
  expect(await attempt('write', 'lib/a.ts')).toBe(true)
})

test('limits workspace-only to the workspace, with links resolved', async () => {
  await writeFile(join(home, 'outside.txt'), 'x')
  await symlink(join(home, 'outside.txt'), join(project, 'link.txt'))
  expect(await attempt('read', 'src/a.ts', 'workspace-only')).toBe(true)
  for (const path of ['../outside.txt', 'link.txt', '~/outside.txt', '/tmp/outside.txt']) {
    expect(await attempt('read', path, 'workspace-only'), path).toBe(false)
    expect(await attempt('write', path, 'workspace-only'), path).toBe(false)
  }
})
