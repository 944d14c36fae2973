import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeWorkFolder, partialOf, removeAbandonedBackups } from './work-folder.js'

let root: string
let home: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'hermes-work-'))
  home = join(root, 'home')
})
afterEach(() => rm(root, { recursive: true }))

const left = async () => (await readdir(join(home, 'backups'))).toSorted()

/** Makes the work folder of this process look like that of a process that has ended. */
async function kill(folder: string): Promise<void> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(child, 'exit')
  const file = join(folder, 'owner.json')
  const owner = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, JSON.stringify({ ...owner, process: { ...owner.process, pid: child.pid } }))
}

test('deletes what a killed process left, with its archive elsewhere, but only after its death', async () => {
  const partial = partialOf(root, 'mine.zip')
  const folder = await makeWorkFolder(home, partial)
  await writeFile(join(folder.path, '0'), 'all sessions')
  await writeFile(partial, 'half an archive')
  expect(await removeAbandonedBackups(home)).toEqual([])
  expect(existsSync(partial)).toBe(true)
  await kill(folder.path)
  expect(await removeAbandonedBackups(home)).toEqual([folder.path])
  expect(existsSync(partial)).toBe(false)
  expect(await left()).toEqual([])
})

test('creates a private folder, and deletes it with the unfinished archive when it is disposed', async () => {
  const partial = partialOf(root, 'mine.zip')
  {
    await using folder = await makeWorkFolder(home, partial)
    expect((await stat(folder.path)).mode & 0o777).toBe(0o700)
    await writeFile(partial, '')
  }
  expect(existsSync(partial)).toBe(false)
  expect(await left()).toEqual([])
})

test('deletes a folder that names no process after a day, and only unfinished archives', async () => {
  const precious = join(root, 'precious')
  await writeFile(precious, '')
  const folder = join(home, 'backups/.writing-abc')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'owner.json'), JSON.stringify({ partial: precious }))
  expect(await removeAbandonedBackups(home)).toEqual([])
  await utimes(folder, 0, 0)
  expect(await removeAbandonedBackups(home)).toEqual([folder])
  expect(existsSync(precious)).toBe(true)
})

test('deletes nothing in a home without backups', async () => {
  expect(await removeAbandonedBackups(home)).toEqual([])
})
