import { randomBytes } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { access, type FileHandle, lstat, open, rename, rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { codeOf } from '../errors/code-of.js'
import { openFolder, stale } from './checked-folder.js'

/**
 * Replaces the file at a resolved path atomically: readers see the old content or the new content, and a failed write,
 * such as on a full disk, leaves the old file. Permissions and owner are kept; hard links are not. All steps use the
 * opened folder, so a concurrent change of the path has no effect.
 *
 * @throws {Error} `ESTALE` when a link is in the path.
 */
export async function writeAtomically(path: string, data: Uint8Array): Promise<void> {
  await using folder = await openFolder(dirname(path), { make: true })
  const target = folder.at(basename(path))
  const old = await requireWritable(target, path)
  const temporary = folder.at(`.hermes-${randomBytes(6).toString('hex')}.tmp`)
  try {
    await writeNew(temporary, data, old)
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Checks the permission of the file, because renaming over it needs only write permission for its folder. */
async function requireWritable(target: string, path: string): Promise<Stats | undefined> {
  const old = await lstat(target).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
  if (old === undefined) return undefined
  if (old.isSymbolicLink()) throw stale(path)
  if (old.isDirectory()) throw fileError('EISDIR', `${path} is a folder.`)
  if (!old.isFile()) throw fileError('ENOTSUP', `${path} is not a regular file and cannot be replaced.`)
  await access(target, constants.W_OK)
  return old
}

async function writeNew(path: string, data: Uint8Array, old: Stats | undefined): Promise<void> {
  const file = await open(path, 'wx')
  try {
    if (old) await copyProtection(file, old)
    await file.writeFile(data)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function copyProtection(file: FileHandle, old: Stats): Promise<void> {
  const { uid, gid } = await file.stat()
  // Only root may change the owner. Otherwise the new file belongs to the current user, as in other editors that
  // replace files.
  if (uid !== old.uid || gid !== old.gid) await file.chown(old.uid, old.gid).catch(() => undefined)
  await file.chmod(old.mode & 0o7777)
}

export function fileError(code: string, message: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: ${message}`), { code })
}
