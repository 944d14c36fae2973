import { realpathSync, type Stats, statSync } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'
import { findExecutable } from '../local/find-executable.js'

/** System folders, which a project cannot write to. The search path is not used, because it may contain project folders. */
const folders = ['/usr/bin', '/bin', '/usr/local/bin', '/run/current-system/sw/bin', '/home/linuxbrew/.linuxbrew/bin']

/**
 * Finds a program by name in the system folders and then in `further`, which must be absolute. Ignores programs that
 * users other than root and this user could replace. Returns `undefined` when there is none.
 */
export function findProgram(name: string, further: readonly string[] = []): string | undefined {
  return [...folders, ...further.filter(isAbsolute)]
    .map((folder) => findExecutable(name, [folder]))
    .find((path) => path !== undefined && isTrusted(path))
}

/** Returns whether only root and this user can change or replace the target of a path. */
export function isTrusted(path: string): boolean {
  try {
    const real = realpathSync.native(path)
    return (
      statSync(real).isFile() && isOwn(statSync(real)) && [path, real].every((each) => foldersAbove(each).every(isHeld))
    )
  } catch {
    // Missing or not accessible to this user.
    return false
  }
}

function isOwn({ uid, mode }: Stats): boolean {
  return (uid === 0 || uid === process.getuid?.()) && (mode & 0o022) === 0
}

/** Returns whether others cannot replace files in a folder. With the sticky bit, they cannot replace files they do not own. */
function isHeld(folder: string): boolean {
  const { uid, mode } = statSync(folder)
  return (uid === 0 || uid === process.getuid?.()) && ((mode & 0o002) === 0 || (mode & 0o1000) !== 0)
}

function foldersAbove(path: string): readonly string[] {
  const parent = dirname(path)
  return parent === path ? [] : [parent, ...foldersAbove(parent)]
}
