import { lstatSync, mkdirSync, realpathSync } from 'node:fs'
import nodeModule from 'node:module'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'

/**
 * Keeps the compiled form of the program's files, which makes the next start faster. What lies there is run, so it lies in the agent's home,
 * where the sandbox and the file tools let nothing be written; and only where no other user could write either. Elsewhere, and before there
 * is a home, nothing is kept.
 */
export function keepCompiled(variables: NodeJS.ProcessEnv): void {
  // The person has chosen a place, and Node.js uses it already.
  if (variables.NODE_COMPILE_CACHE) return
  const folder = privateFolder(homeOf(variables), ['cache', 'compile'])
  // A named import of it would not even parse for the releases that are refused before.
  if (folder !== undefined) nodeModule.enableCompileCache(folder)
}

/** Without the home's own rules and profiles: those are loaded with the program. */
function homeOf({ HERMES_HOME, HOME, LOCALAPPDATA }: NodeJS.ProcessEnv): string {
  const user = HOME || homedir()
  if (HERMES_HOME) return HERMES_HOME.replace(/^~(?=\/|$)/, user)
  return process.platform === 'win32' && LOCALAPPDATA ? join(LOCALAPPDATA, 'hermes') : join(user, '.hermes')
}

/** A folder below one that is there, made for its owner alone; `undefined` where others could put something in its place. */
export function privateFolder(base: string, below: readonly string[]): string | undefined {
  try {
    if (!isAbsolute(base)) return undefined
    let folder = realpathSync(base)
    if (!(isOwn(folder) && foldersAbove(folder).every(isHeld))) return undefined
    for (const name of below) {
      folder = join(folder, name)
      mkdirSync(folder, { mode: 0o700, recursive: true })
      if (!isOwn(folder)) return undefined
    }
    return folder
  } catch {
    // There is no home yet, or it cannot be written: the program says so where it matters.
    return undefined
  }
}

/** A folder, no link, that nobody else may write. */
function isOwn(folder: string): boolean {
  const status = lstatSync(folder)
  return (
    status.isDirectory() &&
    (process.getuid === undefined || (status.uid === process.getuid() && (status.mode & 0o022) === 0))
  )
}

/** In a folder with the sticky bit, others cannot exchange what is not theirs. */
function isHeld(folder: string): boolean {
  const { uid, mode } = lstatSync(folder)
  if (process.getuid === undefined) return true
  return (uid === 0 || uid === process.getuid()) && ((mode & 0o022) === 0 || (mode & 0o1000) !== 0)
}

function foldersAbove(path: string): readonly string[] {
  const parent = dirname(path)
  return parent === path ? [] : [parent, ...foldersAbove(parent)]
}
