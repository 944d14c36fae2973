import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createLocalEnvironment } from '@hermes/environments'
import type { FileOperation } from '@hermes/safety/protect'
import { afterAll, beforeAll, expect, test } from 'vitest'
import corpus from './corpus/paths.json' with { type: 'json' }
import { createFileAccess, type FileAccess } from './file-access.js'

/** Judges each path as the tools do, including links. Reads and writes nothing, because many of the paths are those of this machine. */
let home: string
let access: FileAccess
let environment: ReturnType<typeof createLocalEnvironment>

/** Paths that are actually created, below the home folder. */
const files: readonly string[] = [
  '.ssh/id_rsa',
  '.hermes/auth.json',
  '.bashrc',
  'notes.txt',
  'project/.env',
  'project/src/index.ts',
]
const links: Readonly<Record<string, string>> = {
  'to-ssh': '../.ssh',
  'to-key': '../.ssh/id_rsa',
  'to-link-of-key': 'to-key',
  'to-env': '.env',
  'to-shadow': '/etc/shadow',
  'to-home': '..',
  'to-state': '../.hermes',
  'to-zero': '/dev/zero',
  'to-etc': '/etc',
  'to-passwd': '/etc/passwd',
  'to-bashrc': '../.bashrc',
  'to-src': 'src',
  'to-notes': '../notes.txt',
  'to-tmp': '/tmp',
  'nested/up': '../..',
  'src/to-parent': '..',
}

beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'hermes-corpus-')))
  const project = join(home, 'project')
  for (const file of [...files, 'project/nested/x']) {
    await mkdir(dirname(join(home, file)), { recursive: true })
    await writeFile(join(home, file), '')
  }
  for (const [name, target] of Object.entries(links)) await symlink(target, join(project, name))
  environment = createLocalEnvironment({ workingDirectory: project, variables: { HOME: home } })
  access = createFileAccess({ environment, protect: { home, agentHome: join(home, '.hermes') } })
})
afterAll(async () => {
  await environment[Symbol.asyncDispose]()
  await rm(home, { recursive: true })
})

async function refused(operation: FileOperation, path: string): Promise<boolean> {
  try {
    await access.locate(operation, path, { taskId: 't' })
    return false
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'file/refused')) throw error
    return true
  }
}

async function wrong(operation: FileOperation, paths: readonly string[], expected: boolean): Promise<string[]> {
  const found: string[] = []
  for (const path of paths) if ((await refused(operation, path)) !== expected) found.push(`${operation} ${path}`)
  return found
}

test('refuses exactly the protected paths', async ({ annotate }) => {
  const { protected: secret, readOnly, ordinary } = corpus
  const misses = [...(await wrong('read', secret, true)), ...(await wrong('write', [...secret, ...readOnly], true))]
  const alarms = [
    ...(await wrong('read', [...readOnly, ...ordinary], false)),
    ...(await wrong('write', ordinary, false)),
  ]
  const judged = 2 * (secret.length + readOnly.length + ordinary.length)
  void annotate(`Paths: ${judged} judged, ${misses.length} missed, ${alarms.length} false alarms`)
  expect({ misses, alarms }).toEqual({ misses: [], alarms: [] })
})
