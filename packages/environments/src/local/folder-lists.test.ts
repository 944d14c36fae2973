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

/** Clock that makes the folder appear to have changed a minute ago. */
const later = () => Date.now() + 60_000

test('reads a folder again after a change', async () => {
  const folder = await newFolder()
  const list = createFolderLists(later)
  expect(await list(folder)).toEqual([])
  expect(await list(folder)).toBe(await list(folder))
  const { ctimeNs: before } = await stat(folder, { bigint: true })
  // The clock of the file system advances in steps.
  for (let count = 0; (await stat(folder, { bigint: true })).ctimeNs === before; count++) {
    await writeFile(join(folder, `AGENTS-${count}.md`), '')
  }
  expect(await list(folder)).toContainEqual({ name: 'AGENTS-0.md', kind: 'file' })
})

test('reads a folder again that has just changed, because its times may not show the next change', async () => {
  const folder = await newFolder()
  const list = createFolderLists()
  expect(await list(folder)).toEqual([])
  await writeFile(join(folder, 'AGENTS.md'), '')
  expect(await list(folder)).toEqual([{ name: 'AGENTS.md', kind: 'file' }])
})

test('resolves links each time', async () => {
  const [folder, other] = [await newFolder(), await newFolder()]
  await symlink(join(other, 'target'), join(folder, 'link'))
  const list = createFolderLists(later)
  expect(await list(folder)).toEqual([{ name: 'link', kind: 'other' }])
  await writeFile(join(other, 'target'), '')
  expect(await list(folder)).toEqual([{ name: 'link', kind: 'file' }])
})

test('does not list a folder that was removed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-lists-'))
  const list = createFolderLists(later)
  await list(folder)
  await rm(folder, { recursive: true })
  await expect(list(folder)).rejects.toMatchObject({ code: 'ENOENT' })
})
