import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const keptMs = 30 * 24 * 60 * 60 * 1000

/** Deletes copies of objects that are older than 30 days and have no separate file in the repository. */
export async function trimCopies(copies: string, names: ReadonlySet<string>, nowMs: number): Promise<void> {
  for (const folder of await readdir(copies).catch(() => [])) {
    if (folder === 'info') continue
    for (const name of await readdir(join(copies, folder))) {
      const path = join(copies, folder, name)
      if (!names.has(`${folder}/${name}`) && (await lstat(path)).mtimeMs < nowMs - keptMs)
        await rm(path, { force: true })
    }
  }
}
