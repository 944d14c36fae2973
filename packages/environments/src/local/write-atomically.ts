import { randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Replaces a file in one step: whoever reads it sees the old content or the new, and a failure, such as a full disk,
 * leaves the old. Its permissions and its owner are kept; a hard link to it is not.
 */
export async function writeAtomically(path: string, data: Uint8Array): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true })
  const old = await stat(path).catch(() => undefined)
  const temporary = join(folder, `.hermes-${randomBytes(6).toString('hex')}.tmp`)
  try {
    await writeNew(temporary, data, old)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
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
