import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createFolderLists } from './folder-lists.js'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-lists-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** As if the folder had changed a minute ago. */
const later = () => Date.now() + 60_000

test('a folder is read again when it has changed', async () => {
  const folder = await newFolder()
  const list = createFolderLists(later)
  expect(await list(folder)).toEqual([])
  expect(await list(folder)).toBe(await list(folder))
  const { ctimeNs: before } = await stat(folder, { bigint: true })
  // The clock of the file system counts in steps.
  for (let count = 0; (await stat(folder, { bigint: true })).ctimeNs === before; count++) {
    await writeFile(join(folder, `AGENTS-${count}.md`), '')
  }
  expect(await list(folder)).toContainEqual({ name: 'AGENTS-0.md', kind: 'file' })
})

test('a folder that has just changed is read again, because its times may not show the next change', async () => {
  const folder = await newFolder()
  const list = createFolderLists()
  expect(await list(folder)).toEqual([])
  await writeFile(join(folder, 'AGENTS.md'), '')
  expect(await list(folder)).toEqual([{ name: 'AGENTS.md', kind: 'file' }])
})

test('where a link leads is looked up each time', async () => {
  const [folder, other] = [await newFolder(), await newFolder()]
  await symlink(join(other, 'target'), join(folder, 'link'))
  const list = createFolderLists(later)
  expect(await list(folder)).toEqual([{ name: 'link', kind: 'other' }])
  await writeFile(join(other, 'target'), '')
  expect(await list(folder)).toEqual([{ name: 'link', kind: 'file' }])
})

test('a folder that was removed cannot be listed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-lists-'))
  const list = createFolderLists(later)
  await list(folder)
  await rm(folder, { recursive: true })
  await expect(list(folder)).rejects.toMatchObject({ code: 'ENOENT' })
})
