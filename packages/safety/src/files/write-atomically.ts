import { randomBytes } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { access, type FileHandle, lstat, open, rename, rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { codeOf } from '../errors/code-of.js'
import { openFolder, stale } from './checked-folder.js'

/**
 * Replaces the file at a resolved path in one step: whoever reads it sees the old content or the new, and a failure, such
 * as a full disk, leaves the old. Its permissions and its owner are kept; a hard link to it is not. All of it happens in
 * the folder that was opened, wherever its path may lead meanwhile.
 *
 * @throws {Error} `ESTALE` when a link has come in the way.
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

/** Replacing a file needs a right to its folder alone: the file's own protection is respected all the same. */
async function requireWritable(target: string, path: string): Promise<Stats | undefined> {
  const old = await lstat(target).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
  if (old === undefined) return undefined
  if (old.isSymbolicLink()) throw stale(path)
  if (old.isDirectory()) throw fileError('EISDIR', `${path} is a folder.`)
  if (!old.isFile()) throw fileError('ENOTSUP', `${path} is no regular file, and cannot be replaced.`)
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
  // Only root may give a file away; for anyone else the new file is theirs, as in every editor that replaces files.
  if (uid !== old.uid || gid !== old.gid) await file.chown(old.uid, old.gid).catch(() => undefined)
  await file.chmod(old.mode & 0o7777)
}

export function fileError(code: string, message: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: ${message}`), { code })
}
