import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openHistory } from './history.js'

let folder: string
let path: string
const unexpected = (error: unknown) => {
  throw error
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-history-'))
  path = join(folder, 'history')
})
afterEach(() => rm(folder, { recursive: true }))

test('restores multi-line texts in the next session, readable by their owner only', async () => {
  const first = await openHistory(path, unexpected)
  await first.add('one\ntwo')
  await first.add('one\ntwo')
  await first.add('  ')
  await first.add('three')
  expect((await openHistory(path, unexpected)).entries).toEqual(['one\ntwo', 'three'])
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('removes the permissions of other users', async () => {
  await writeFile(path, '"old"\n')
  await chmod(path, 0o644)
  await openHistory(path, unexpected)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('skips damaged lines and truncates a long file', async () => {
  await writeFile(path, `${Array.from({ length: 2500 }, (_, index) => `"${index}"\n`).join('')}{"cut`)
  const { entries } = await openHistory(path, unexpected)
  expect(entries).toHaveLength(1000)
  expect(entries.at(-1)).toBe('2499')
  expect((await readFile(path, 'utf8')).split('\n').length).toBeLessThan(1100)
})

test('keeps the history in memory when the file cannot be written', async () => {
  const errors: unknown[] = []
  const history = await openHistory(join(folder, 'missing', 'history'), (error) => errors.push(error))
  await history.add('kept')
  await history.add('too')
  expect(history.entries).toEqual(['kept', 'too'])
  expect(errors).toHaveLength(1)
})
