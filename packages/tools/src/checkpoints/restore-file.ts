import { randomBytes } from 'node:crypto'
import { lstat, open, rename, rm, rmdir, symlink, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { codeOf } from '@hermes/safety'
import { openFolder } from '@hermes/safety/files'
import type { FileMode } from './file-identity.js'

interface RestoreFile {
  /** Absolute path of the file. */
  readonly path: string
  readonly mode: FileMode
  readonly content: Buffer
}

/**
 * Restores a file or a link atomically, byte for byte. Does not follow links in the current path.
 *
 * @throws {Error} `ESTALE` when the path contains a link.
 */
export async function restoreFile({ path, mode, content }: RestoreFile): Promise<void> {
  await using folder = await openFolder(dirname(path), { make: true })
  const target = folder.at(basename(path))
  // `writeAtomically` keeps the permissions of an existing file, and cannot create a link.
  const temporary = folder.at(`.hermes-${randomBytes(6).toString('hex')}.tmp`)
  try {
    if (mode === '120000') await symlink(content, temporary)
    else await writeRegular(temporary, content, await modeFor(target, mode))
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function writeRegular(path: string, content: Buffer, permissions: number | undefined): Promise<void> {
  const file = await open(path, 'wx', permissions === undefined ? 0o666 : 0o600)
  try {
    await file.writeFile(content)
    if (permissions !== undefined) await file.chmod(permissions)
  } finally {
    await file.close()
  }
}

/** Returns the permissions of the existing file, except for the executable bits, or `undefined` for the default. */
async function modeFor(target: string, mode: FileMode): Promise<number | undefined> {
  const status = await lstat(target).catch(() => undefined)
  const isRegular = status?.isFile() === true
  if (!isRegular) return mode === '100755' ? 0o777 & ~process.umask() : undefined
  const plain = status.mode & 0o666
  // Execute permission follows read permission.
  return mode === '100755' ? plain | ((plain & 0o444) >> 2) : plain
}

/** Removes a file or a link, and the folders that become empty. */
export async function removeFile(workspace: string, path: string): Promise<void> {
  try {
    await removeFrom(join(workspace, dirname(path)), basename(path), unlink)
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder))
      await removeFrom(join(workspace, dirname(folder)), basename(folder), rmdir)
  } catch (error) {
    // Already removed, or the folder is not empty.
    if (!['ENOENT', 'ENOTDIR', 'ENOTEMPTY', 'EEXIST', 'EBUSY'].includes(String(codeOf(error)))) throw error
  }
}

async function removeFrom(path: string, name: string, remove: (path: string) => Promise<void>): Promise<void> {
  await using folder = await openFolder(path)
  await remove(folder.at(name))
}
