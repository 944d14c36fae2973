import { existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs'
import { identityOf } from '../../connection/file-guard.js'
import { codeOf } from '../../connection/translate-error.js'
import { keptName, sideFiles } from '../side-files.js'

/**
 * Puts a recovered file in the place of the damaged one, which is kept. It may be interrupted at any point and is then
 * finished by the next process: from the moment on at which `state.db.recovered` is there, the outcome is decided. For under
 * the care lock.
 * @returns where the damaged file is kept; undefined when there was nothing to do.
 */
export function settleRecovery(path: string): string | undefined {
  const recovered = sideFiles.recovered(path)
  if (!existsSync(recovered)) return undefined
  const kept = keptName(path, 'damaged', statSync(recovered).mtime, (name) => isSameFile(name, path))
  keep(path, kept)
  // The log of the damaged file must be gone before the clean one has its name: SQLite would take the one for the other's.
  moveAway(sideFiles.damagedLog(path), `${kept}-wal`)
  moveAway(`${path}-wal`, `${kept}-wal`)
  rmSync(`${path}-shm`, { force: true })
  renameSync(recovered, path)
  rmSync(sideFiles.damage(path), { force: true })
  return kept
}

/** As a second name where the file system can do that: the store is then never without a file. */
function keep(path: string, kept: string): void {
  try {
    linkSync(path, kept)
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'EEXIST') return
    renameSync(path, kept)
  }
}

function moveAway(path: string, kept: string): void {
  if (!existsSync(path)) return
  if (existsSync(kept)) rmSync(path)
  else renameSync(path, kept)
}

function isSameFile(name: string, other: string): boolean {
  const [one, two] = [identityOf(name), identityOf(other)]
  return one !== undefined && one.ino === two?.ino && one.dev === two.dev
}
