import { mkdir, readdir, rm, rmdir, symlink, unlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { codeOf } from '@hermes/safety'
import { openFolder, writeAtomically } from '@hermes/safety/files'
import type { Found } from './look.js'

/** Maximum number of copies. Older ones are deleted. */
const mostKept = 100

export interface Change {
  readonly project: string
  /** Path relative to the project. */
  readonly path: string
  readonly before: Found | undefined
  readonly now: Found
  /** Whether the folder of the file is new. */
  readonly isNewFolder: boolean
}

/** Keeps a copy of the file that a command wrote, in a folder with copies. */
export async function keep({ path, now }: Change, folder: string, name: string): Promise<void> {
  if (now.kind !== 'file') return
  const copy = join(folder, name, path)
  await mkdir(dirname(copy), { recursive: true, mode: 0o700 })
  await writeFile(copy, now.content, { mode: 0o600 })
  const old = (await readdir(folder)).sort().slice(0, -mostKept)
  for (const each of old) await rm(join(folder, each), { recursive: true, force: true })
}

/**
 * Restores the entry at a path. A process of a command may still run and add links, so all steps use opened folders.
 */
export async function undo({ project, path, before, now, isNewFolder }: Change): Promise<void> {
  const place = join(project, path)
  if (before?.kind === 'file' && now.kind === 'file') return writeAtomically(place, before.content)
  await using folder = await openFolder(dirname(place))
  await unlink(folder.at(basename(path)))
  if (before?.kind === 'file') {
    await writeFile(folder.at(basename(path)), before.content, { flag: 'wx', mode: before.mode })
  } else if (before?.kind === 'link') await symlink(before.target, folder.at(basename(path)))
  else if (isNewFolder) await removeIfEmpty(dirname(place))
}

async function removeIfEmpty(path: string): Promise<void> {
  await using above = await openFolder(dirname(path))
  await rmdir(above.at(basename(path))).catch((error: unknown) => {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT', 'EBUSY'].includes(codeOf(error) ?? '')) throw error
  })
}
