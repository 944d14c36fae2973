import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCli } from '../../start/run-cli.js'

let home: string

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'hermes-journey-'))
})
afterEach(() => rm(home, { recursive: true }))

async function hermes(...args: readonly string[]) {
  const stdout = new PassThrough({ encoding: 'utf8' })
  const stderr = new PassThrough({ encoding: 'utf8' })
  const stdin = new PassThrough()
  stdin.end()
  const io = { stdin, stdout, stderr, env: { HERMES_HOME: home }, workingDirectory: home }
  const code = await runCli(args, { io })
  return { code, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') }
}

test('shows what was learned by day, and changes it', async () => {
  expect((await hermes('journey')).err).toBe('Nothing was learned yet.\n')
  await hermes('memory', 'add', 'Uses pnpm.')
  const [{ id, kind }] = JSON.parse((await hermes('journey', '--json')).out)
  expect(kind).toBe('memory')
  expect((await hermes('journey')).out).toMatch(
    /^\d{4}-\d\d-\d\d ▇{20} 1\n {2}\S+ {2}memory {2}by person\n {4}\+ Uses pnpm\.\n$/,
  )
  expect((await hermes('journey', 'edit', id, 'Uses yarn.')).code).toBe(0)
  expect((await hermes('memory', 'show')).out).toBe('Uses yarn.\n')
  const [{ id: edited }] = JSON.parse((await hermes('journey', '--json')).out)
  expect((await hermes('journey', 'delete', edited)).code).toBe(0)
  expect((await hermes('memory', 'show')).out).toBe('')
  const [{ id: deleted }] = JSON.parse((await hermes('journey', '--json')).out)
  expect((await hermes('journey', 'undo', deleted)).code).toBe(0)
  expect((await hermes('memory', 'show')).out).toBe('Uses yarn.\n')
  expect(await hermes('journey', 'undo', 'none')).toMatchObject({ code: 1 })
})
