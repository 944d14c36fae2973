import { isSpillName } from './spill-name.js'
import type { SpillQuota } from './spill-place.js'

/** A folder of spilled texts, as the rules of its size see it. */
export interface SpillShelf {
  list(): Promise<readonly ShelvedFile[]>
  remove(name: string): Promise<void>
}

export interface ShelvedFile {
  readonly name: string
  readonly size: number
  readonly modifiedAtMs: number
}

/**
 * Removes what is too old, and then the oldest until there is room for so many bytes more. What is still being written stays.
 * The folder is looked at anew each time: other processes use it too.
 * @returns whether there is room.
 */
export async function makeRoom(shelf: SpillShelf, bytes: number, quota: SpillQuota, nowMs: number): Promise<boolean> {
  if (bytes > quota.maxTotalBytes) return false
  const files = (await shelf.list()).filter(({ name }) => isSpillName(name))
  const isOld = ({ modifiedAtMs }: ShelvedFile) => nowMs - modifiedAtMs > quota.maxAgeMs
  for (const file of files.filter(isOld)) await shelf.remove(file.name)
  const kept = files.filter((file) => !isOld(file))
  let excess = kept.reduce((sum, { size }) => sum + size, bytes) - quota.maxTotalBytes
  const finished = kept.filter(({ name }) => !name.endsWith('.part'))
  for (const file of finished.toSorted((left, right) => left.modifiedAtMs - right.modifiedAtMs)) {
    if (excess <= 0) break
    await shelf.remove(file.name)
    excess -= file.size
  }
  return excess <= 0
}
