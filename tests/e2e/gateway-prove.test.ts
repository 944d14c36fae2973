import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { withPostgres } from '../integration/state-postgres/with-postgres.js'
import { createSandbox, type Sandbox } from './hermes.js'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = createSandbox()
})
afterEach(() => sandbox[Symbol.dispose]())

const disk = mkdtempSync(join(tmpdir(), 'hermes-disk-'))
const hasDisk =
  process.platform === 'linux' &&
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', disk], { stdio: 'ignore' }).status === 0
afterAll(() => {
  if (hasDisk) execFileSync('umount', [disk])
  rmSync(disk, { recursive: true })
})

async function prove(...args: readonly string[]) {
  const { code, stdout, stderr } = await sandbox.run(['gateway', 'prove', '--json', ...args])
  return { code, stderr, report: JSON.parse(stdout) }
}

describe('hermes gateway prove', { timeout: 120_000 }, () => {
  test('answers each message once and runs each job once while it is killed, on SQLite', async () => {
    const { code, report, stderr } = await prove('--kills', '5', '--seed', '1')
    expect(report.problems, stderr).toEqual([])
    expect(report).toMatchObject({ isProven: true, store: 'sqlite', replicas: 1, jobs: { jobs: 2 } })
    expect(report.networks.keyed.answered).toBe(report.networks.keyed.messages)
    expect(report.networks.hasty.answered).toBe(report.networks.hasty.messages)
    expect(code).toBe(0)
  })

  withPostgres('on PostgreSQL', (server) => {
    test('does so with three replicas', async () => {
      const { code, report, stderr } = await prove(
        '--kills',
        '3',
        '--seed',
        '1',
        '--postgres',
        server().url('postgres'),
      )
      expect(report.problems, stderr).toEqual([])
      expect(report).toMatchObject({ isProven: true, store: 'postgres', replicas: 3 })
      expect(code).toBe(0)
    })
  })

  test.skipIf(!hasDisk)('does so on a disk that fills up (needs root to mount one)', async () => {
    const { code, report, stderr } = await prove('--kills', '5', '--seed', '6', '--disk', disk)
    expect(report.problems, stderr).toEqual([])
    expect(report.faults.fullDisks).toBeGreaterThan(0)
    expect(code).toBe(0)
  })

  test('does not fill a file system of unknown use', async () => {
    const { code, stderr } = await sandbox.run(['gateway', 'prove', '--disk', '/'])
    expect(stderr).toContain('--disk must be a folder on a file system of 512 MB at most')
    expect(code).toBe(2)
  })

  test('rejects an invalid number of kills', async () => {
    expect(await sandbox.run(['gateway', 'prove', '--kills', 'many'])).toMatchObject({ code: 2 })
  })
})
