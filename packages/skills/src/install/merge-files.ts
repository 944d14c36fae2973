import type { FileHashes } from '../store/index.js'

export interface MergedVersions {
  /** The files of the source when the skill was installed. */
  readonly base: FileHashes
  /** The files here. */
  readonly ours: FileHashes
  /** The current files of the source. */
  readonly theirs: FileHashes
}

/** The effect of an update on each file. Files that are the same are in no list. */
export interface FileMerge {
  /** Files taken from the source. */
  readonly taken: readonly string[]
  /** Files removed, as in the source. */
  readonly removed: readonly string[]
  /** Files edited here and unchanged in the source. */
  readonly edited: readonly string[]
  /** Files changed on both sides. The file here is kept. */
  readonly kept: readonly string[]
}

/** Decides file by file: files that were not edited here follow the source, and an edit is never lost. */
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
