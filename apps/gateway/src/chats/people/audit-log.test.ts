import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLogger } from '@hermes/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AuditEntry, createAuditLog } from './audit-log.js'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-audit-'))
  path = join(folder, 'logs', 'audit.jsonl')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const entry = (detail: string): AuditEntry => ({ event: 'command', network: 'net', chat: 'c', user: 'ada', detail })
const details = async (file = path) =>
  (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).detail)

test('writes each entry once, in order, for the owner only, and the last ones when it ends', async () => {
  const log = createAuditLog(path, silentLogger, () => 0)
  log.add(entry('first'))
  await expect.poll(() => existsSync(path) && details()).toEqual(['first'])
  const more = Array.from({ length: 50 }, (_, number) => `${number}`)
  for (const each of more) log.add(entry(each))
  await log[Symbol.asyncDispose]()
  expect(await details()).toEqual(['first', ...more])
  expect(await readFile(path, 'utf8')).toContain('{"at":"1970-01-01T00:00:00.000Z","event":"command"')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('continues in a new file after another process has renamed it', async () => {
  await using log = createAuditLog(path, silentLogger)
  log.add(entry('before'))
  await expect.poll(() => existsSync(path) && details()).toEqual(['before'])
  await rename(path, `${path}.1`)
  await expect
    .poll(
      () => {
        log.add(entry('after'))
        return existsSync(path)
      },
      { timeout: 5_000 },
    )
    .toBe(true)
  expect(await details(`${path}.1`)).toContain('before')
})

test('keeps a full file next to the log', async () => {
  await using first = createAuditLog(path, silentLogger)
  first.add(entry('old'))
  await first[Symbol.asyncDispose]()
  await writeFile(path, `${JSON.stringify({ detail: 'x'.repeat(5 * 2 ** 20) })}\n`)
  await using log = createAuditLog(path, silentLogger)
  log.add(entry('new'))
  await log[Symbol.asyncDispose]()
  expect(await details()).toEqual(['new'])
  expect((await stat(`${path}.1`)).size).toBeGreaterThan(5 * 2 ** 20)
})

test('warns when it cannot be written, and writes again when it can', async () => {
  const warnings: string[] = []
  const logger = { log: (_level: string, message: string) => void warnings.push(message) }
  const blocked = join(folder, 'logs')
  await writeFile(blocked, '')
  await using log = createAuditLog(path, logger)
  log.add(entry('lost'))
  await expect.poll(() => warnings).toEqual(['The audit log was not written.'])
  await rm(blocked)
  log.add(entry('kept'))
  await expect.poll(() => existsSync(path) && details()).toEqual(['kept'])
})
