import { type Dirent, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Regular file of a git directory. */
export interface GitFile {
  readonly size: number
  /** Time of the last change, which no program can set. */
  readonly changedAtMs: number
}

/** Files by path relative to the git directory. */
export type GitFiles = ReadonlyMap<string, GitFile>

/** Excluded names. Objects are handled separately, hooks are read-only for commands, and submodules are separate repositories. */
const leftOut = new Set(['objects', 'hooks', 'modules', 'lfs', 'annex', 'svn', 'COMMIT_EDITMSG', 'gitk.cache'])
/** Maximum number of files. More refs are rare, because git packs them. */
const mostFiles = 5_000
const largest = 16 * 2 ** 20

/** Returns the files of a git directory that are not objects: HEAD, refs, their logs, the index, settings. Does not follow links. */
export function gitFiles(data: string): GitFiles {
  const files = new Map<string, GitFile>()
  const visit = (folder: string) => {
    for (const entry of entriesOf(join(data, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (leftOut.has(path) || entry.name.endsWith('.lock') || files.size >= mostFiles) continue
      if (entry.isDirectory()) visit(path)
      else if (entry.isFile()) addFile(files, data, path)
    }
  }
  visit('')
  addFile(files, data, 'objects/info/alternates')
  return files
}

function addFile(files: Map<string, GitFile>, data: string, path: string): void {
  const file = fileAt(join(data, path))
  if (file && file.size <= largest) files.set(path, file)
}

/** Returns the file at a path, or `undefined` for anything but a regular file. */
export function fileAt(path: string): GitFile | undefined {
  try {
    const status = lstatSync(path, { throwIfNoEntry: false })
    return status?.isFile() ? { size: status.size, changedAtMs: status.ctimeMs } : undefined
  } catch {
    // A parent folder was replaced, or is not accessible to this user.
    return undefined
  }
}

export function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    // Missing, replaced, or not accessible to this user.
    return []
  }
}
