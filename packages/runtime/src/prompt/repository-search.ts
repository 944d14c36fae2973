import { dirname, join } from 'node:path'
import type { FileSystem } from '@hermes/core/environment'

/** In the root of a repository. */
export const repository = '.git'

/** A repository that was made meanwhile is found after this time. */
const keptMs = 5_000

export interface RepositorySearchOptions {
  readonly files: Pick<FileSystem, 'stat'>
  /** Absolute. */
  readonly folder: string
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/**
 * The folders above `folder`, the next one first, up to the root of the git repository that they belong to; none outside of a repository.
 * Kept for some seconds: a gateway opens many sessions in one folder, each of which would look at every folder above.
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
