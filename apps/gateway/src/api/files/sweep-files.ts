import type { FileDisk, Stored } from './file-disk.js'
import type { FileRecord } from './file-record.js'
import type { FileRecords } from './file-records.js'

export interface SweepOptions {
  readonly records: FileRecords
  readonly disk: FileDisk
  readonly isOver: (file: FileRecord) => boolean
  readonly now: () => number
}

/** Age in milliseconds from which content without a record belongs to no running request. */
const abandonedMs = 60 * 60 * 1000

/** Removes expired files, and the remains of interrupted requests and of other hosts on this one. */
export async function sweepFiles({ records, disk, isOver, now }: SweepOptions): Promise<void> {
  const all = await records.list()
  const over = all.filter(isOver)
  for (const { id, content } of over) await records.remove(id, content)
  const gone = namesOf(over)
  const known = namesOf(all)
  const isGone = ({ name, changedAtMs }: Stored) =>
    gone.has(name) || (!known.has(name) && changedAtMs < now() - abandonedMs)
  await disk.removeContents(isGone)
  await disk.removeCopies(isGone)
}

/** Returns the names of files' contents and copies on disk. */
function namesOf(files: readonly FileRecord[]): ReadonlySet<string> {
  return new Set(files.flatMap(({ id, content }) => [id, content]))
}
