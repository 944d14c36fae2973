import { randomBytes } from 'node:crypto'
import { open, realpath, rename, rm } from 'node:fs/promises'

/**
 * Replaces one of the program's own files atomically: readers see the old content or the new content, and a failed
 * write leaves the old file. Only the owner can read the file. A symbolic link is kept and its target is replaced. The
 * folder must exist.
 *
 * For user files with their own permissions, or in folders that others may write to, use {@link writeAtomically}.
 *
 * @throws {Error} The unchanged file system error.
 */
export async function replaceFile(path: string, data: string | Uint8Array): Promise<void> {
  const target = await realpath(path).catch(() => path)
  const draft = `${target}.${randomBytes(6).toString('hex')}.tmp`
  try {
    await writeDraft(draft, data)
    await rename(draft, target)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw error
  }
}

async function writeDraft(draft: string, data: string | Uint8Array): Promise<void> {
  await using file = await open(draft, 'wx', 0o600)
  await file.writeFile(data)
  await file.sync()
}
