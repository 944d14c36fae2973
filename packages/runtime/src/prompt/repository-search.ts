import { dirname, join } from 'node:path'
import type { FileSystem } from '@hermes/core/environment'

/** The entry in the root of a repository. */
export const repository = '.git'

/** How long a result is kept, in milliseconds. A repository that was created in the meantime is found after this time. */
const keptMs = 5_000

export interface RepositorySearchOptions {
  readonly files: Pick<FileSystem, 'stat'>
  /** The absolute path of the folder. */
  readonly folder: string
  /** Returns the current time in milliseconds since 1970. */
  readonly now: () => number
}

/**
 * Creates a search for the folders above `folder`, from the inside out, up to the root of their git repository; none outside a repository.
 * The result is kept for some seconds, because a gateway opens many sessions in one folder, each of which would look at every folder above.
 */
export function createRepositorySearch(options: RepositorySearchOptions): () => Promise<readonly string[]> {
  const { files, folder, now } = options
  let last: { readonly atMs: number; readonly found: Promise<readonly string[]> } | undefined
  return () => {
    const nowMs = now()
    if (last && Math.abs(nowMs - last.atMs) < keptMs) return last.found
    const found = search(files, folder)
    last = { atMs: nowMs, found }
    found.catch(() => {
      last = undefined
    })
    return found
  }
}

async function search(files: Pick<FileSystem, 'stat'>, folder: string): Promise<readonly string[]> {
  const passed: string[] = []
  for (let current = folder; dirname(current) !== current; ) {
    current = dirname(current)
    passed.push(current)
    if (await files.stat(join(current, repository))) return passed
  }
  return []
}
