import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { replaceFile } from './replace-file.js'
import { writeAtomically } from './write-atomically.js'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-replace-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('writes a file that only its owner can read, and leaves no temporary file', async () => {
  const path = join(folder, 'a.json')
  await replaceFile(path, 'old')
  await replaceFile(path, 'new')
  expect(await readFile(path, 'utf8')).toBe('new')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['a.json'])
})

test('readers see the old content or the new content, never a part', async () => {
  const path = join(folder, 'a')
  const contents = ['a', 'b'].map((letter) => letter.repeat(200_000))
  await replaceFile(path, contents[0] ?? '')
  const writing = (async () => {
    for (let round = 0; round < 20; round += 1) await replaceFile(path, contents[round % 2] ?? '')
  })()
  let isDone = false
  void writing.then(() => {
    isDone = true
  })
  while (!isDone) expect(contents).toContain(await readFile(path, 'utf8'))
  await writing
})

test('a failed write leaves the old file and no temporary file', async () => {
  const path = join(folder, 'taken')
  await mkdir(join(path, 'below'), { recursive: true })
  await expect(replaceFile(path, 'text')).rejects.toThrow()
  expect(await readdir(folder)).toEqual(['taken'])
  await expect(replaceFile(join(folder, 'nothing', 'a'), 'text')).rejects.toMatchObject({ code: 'ENOENT' })
})

test('replaces the target of a link to an own file, and never writes a user file through a link', async () => {
  const [path, link] = [join(folder, 'a'), join(folder, 'link')]
  await writeFile(path, 'old')
  await chmod(path, 0o640)
  await symlink(path, link)
  await expect(writeAtomically(link, Buffer.from('new'))).rejects.toMatchObject({ code: 'ESTALE' })
  await writeAtomically(path, Buffer.from('new'))
  expect((await stat(path)).mode & 0o777).toBe(0o640)
  await replaceFile(link, 'newer')
  expect((await lstat(link)).isSymbolicLink()).toBe(true)
  expect(await readFile(path, 'utf8')).toBe('newer')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})
