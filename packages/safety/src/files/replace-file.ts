import { randomBytes } from 'node:crypto'
import { open, realpath, rename, rm } from 'node:fs/promises'

/**
 * Writes one of the program's own files in one step: readers see the old content or the new, and a failure leaves the old. The file can be
 * read by its owner only. A link stays a link, and what it leads to is replaced. The folder has to be there.
 *
 * For files of the user that have protection of their own, or in folders that others may write to, see {@link writeAtomically}.
 *
 * @throws {Error} of the file system, as it is.
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
