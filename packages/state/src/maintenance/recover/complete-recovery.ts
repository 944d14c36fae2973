import { existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs'
import { identityOf } from '../../connection/file-guard.js'
import { codeOf } from '../../connection/translate-error.js'
import { keptName, sideFiles } from '../files/side-files.js'

/**
 * Replaces the damaged file with the recovered one, and keeps the damaged one. If interrupted at any point, the next
 * process completes it: once `state.db.recovered` exists, the recovery will complete. Requires the maintenance lock.
 *
 * @returns where the damaged file is kept, or `undefined` when there was nothing to do.
 */
export function completeRecovery(path: string): string | undefined {
  const recovered = sideFiles.recovered(path)
  if (!existsSync(recovered)) return undefined
  const kept = keptName(path, 'damaged', statSync(recovered).mtime, (name) => isSameFile(name, path))
  keep(path, kept)
  // The log of the damaged file is moved first, because SQLite would otherwise apply it to the recovered file.
  moveAway(sideFiles.damagedLog(path), `${kept}-wal`)
  moveAway(`${path}-wal`, `${kept}-wal`)
  rmSync(`${path}-shm`, { force: true })
  renameSync(recovered, path)
  rmSync(sideFiles.damage(path), { force: true })
  return kept
}

/** Keeps a file under another name. Creates a hard link where possible, so that the path always leads to a file. */
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
