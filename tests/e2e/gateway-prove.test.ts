import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { withPostgres } from '../integration/state-postgres/with-postgres.js'
import { createSandbox, type Sandbox } from './hermes.js'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = createSandbox()
})
afterEach(() => sandbox[Symbol.dispose]())

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

  test('rejects a number of kills that is none', async () => {
    expect(await sandbox.run(['gateway', 'prove', '--kills', 'many'])).toMatchObject({ code: 2 })
  })
})
