import type { FileHashes } from '../store/index.js'

export interface MergedVersions {
  /** As the source had them when they were installed. */
  readonly base: FileHashes
  /** As they are here. */
  readonly ours: FileHashes
  /** As the source has them now. */
  readonly theirs: FileHashes
}

/** What an update does to each file. Files that are the same are in no list. */
export interface FileMerge {
  /** Taken from the source. */
  readonly taken: readonly string[]
  /** Removed, as in the source. */
  readonly removed: readonly string[]
  /** Edited here and unchanged in the source. */
  readonly edited: readonly string[]
  /** Changed on both sides: the file here is kept. */
  readonly kept: readonly string[]
}

/** Decides file by file: what was not edited here follows the source, and an edit is never lost. */
export function mergeFiles({ base, ours, theirs }: MergedVersions): FileMerge {
  const merge = { taken: [] as string[], removed: [] as string[], edited: [] as string[], kept: [] as string[] }
  for (const path of new Set([...Object.keys(base), ...Object.keys(ours), ...Object.keys(theirs)])) {
    const [before, here, there] = [base[path], ours[path], theirs[path]]
    if (here === there) continue
    if (here === before) merge[there === undefined ? 'removed' : 'taken'].push(path)
    else if (there === before) merge.edited.push(path)
    else merge.kept.push(path)
  }
  return merge
}
