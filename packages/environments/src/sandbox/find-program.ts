import { realpathSync, type Stats, statSync } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'
import { findExecutable } from '../local/find-executable.js'

/** Places that a project cannot write to. The search path is not asked: it may lead into one. */
const folders = ['/usr/bin', '/bin', '/usr/local/bin', '/run/current-system/sw/bin', '/home/linuxbrew/.linuxbrew/bin']

/**
 * A program of the system by its name: its path. `undefined` where there is none; one that others than root and this user could replace
 * does not count. `further`: folders that are looked through after those of the system, absolute.
 */
export function findProgram(name: string, further: readonly string[] = []): string | undefined {
  return [...folders, ...further.filter(isAbsolute)]
    .map((folder) => findExecutable(name, [folder]))
    .find((path) => path !== undefined && isTrusted(path))
}

/** Whether only root and this user can change what a path leads to, or put something else in its place. */
export function isTrusted(path: string): boolean {
  try {
    const real = realpathSync(path)
    return (
      statSync(real).isFile() && isOwn(statSync(real)) && [path, real].every((each) => foldersAbove(each).every(isHeld))
    )
  } catch {
    // Gone, or not for this user to see.
    return false
  }
}

function isOwn({ uid, mode }: Stats): boolean {
  return (uid === 0 || uid === process.getuid?.()) && (mode & 0o022) === 0
}

/** In a folder with the sticky bit, others cannot exchange what is not theirs. */
function isHeld(folder: string): boolean {
  const { uid, mode } = statSync(folder)
  return (uid === 0 || uid === process.getuid?.()) && ((mode & 0o002) === 0 || (mode & 0o1000) !== 0)
}

function foldersAbove(path: string): readonly string[] {
  const parent = dirname(path)
  return parent === path ? [] : [parent, ...foldersAbove(parent)]
}
