import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createSqliteStore } from '../../sqlite/sqlite-store.js'
import { checkAtStart, isMarked } from './start-check.js'

const folder = mkdtempSync(join(tmpdir(), 'hermes-start-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Creates the files that a killed process leaves behind. */
async function abandonedStore(): Promise<string> {
  const [living, path] = [join(folder, 'living.db'), join(folder, 'abandoned.db')]
  await using store = await createSqliteStore({ path: living })
  await store.sessions.create({ id: 's', source: 'cli', startedAtMs: 1 })
  for (const ending of ['', '-wal', '-shm']) copyFileSync(living + ending, path + ending)
  return path
}

test('two starts after a crash find no damage when neither has opened the file yet', async () => {
  const path = await abandonedStore()
  const errors: string[] = []
  const logger = { log: (level: string, message: string) => void (level === 'error' && errors.push(message)) }
  for (let start = 1; start <= 2; start += 1) {
    await checkAtStart(path, logger)
    expect(isMarked(path)).toBe(false)
    expect(existsSync(`${path}-wal`)).toBe(false)
  }
  expect(errors).toEqual([])
  await using store = await createSqliteStore({ path })
  expect(await store.sessions.get('s')).toMatchObject({ source: 'cli' })
})
