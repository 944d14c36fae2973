import { isSpillName } from './spill-name.js'
import type { SpillQuota } from './spill-place.js'

/** Files of a spill store, for enforcing its quota. */
export interface SpillFiles {
  list(): Promise<readonly SpilledFile[]>
  remove(name: string): Promise<void>
}

export interface SpilledFile {
  readonly name: string
  readonly size: number
  readonly modifiedAtMs: number
}

/**
 * Deletes expired files, and then the oldest complete ones until `bytes` fit. Lists the folder each time, because other
 * processes use it too.
 *
 * @returns Whether there is enough space.
 */
export async function makeRoom(files: SpillFiles, bytes: number, quota: SpillQuota, nowMs: number): Promise<boolean> {
  if (bytes > quota.maxTotalBytes) return false
  const listed = (await files.list()).filter(({ name }) => isSpillName(name))
  const isOld = ({ modifiedAtMs }: SpilledFile) => nowMs - modifiedAtMs > quota.maxAgeMs
  for (const file of listed.filter(isOld)) await files.remove(file.name)
  const kept = listed.filter((file) => !isOld(file))
  let excess = kept.reduce((sum, { size }) => sum + size, bytes) - quota.maxTotalBytes
  const finished = kept.filter(({ name }) => !name.endsWith('.part'))
  for (const file of finished.toSorted((left, right) => left.modifiedAtMs - right.modifiedAtMs)) {
    if (excess <= 0) break
    await files.remove(file.name)
    excess -= file.size
  }
  return excess <= 0
}
