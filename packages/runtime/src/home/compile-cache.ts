import { lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'

export { endStart } from './start-over.js'

/**
 * Caches the compiled code of the program, so that it starts faster. The cache is executed, so it is kept in the agent's home, which the
 * sandbox and the file tools protect from writes, and only if no other user can write there. Without a home, there is no cache.
 */
export function keepCompiled(variables: NodeJS.ProcessEnv): void {
  // The user has configured a cache, which Node.js already uses.
  if (variables.NODE_COMPILE_CACHE) return
  const folder = privateFolder(homeOf(variables), ['cache', 'compile'])
  // Not imported, because programs also import this file for starts that end before anything is compiled.
  if (folder !== undefined) process.getBuiltinModule('node:module').enableCompileCache(folder)
}

/** Finds the home without the rules for homes and profiles, which are loaded with the program. */
function homeOf({ HERMES_HOME, HOME, LOCALAPPDATA }: NodeJS.ProcessEnv): string {
  const user = HOME || homedir()
  if (HERMES_HOME) return HERMES_HOME.replace(/^~(?=\/|$)/, user)
  return process.platform === 'win32' && LOCALAPPDATA ? join(LOCALAPPDATA, 'hermes') : join(user, '.hermes')
}

/** Creates a folder below an existing one, for its owner only. Returns `undefined` if others could replace it. */
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
    // The home is missing or read-only, which the program reports when it matters.
    return undefined
  }
}

/** Whether a path is a real folder that only its owner may write to. */
function isOwn(folder: string): boolean {
  const status = lstatSync(folder)
  return (
    status.isDirectory() &&
    (process.getuid === undefined || (status.uid === process.getuid() && (status.mode & 0o022) === 0))
  )
}

/** Whether other users cannot replace a folder's entries. With the sticky bit, they cannot replace entries that they do not own. */
function isHeld(folder: string): boolean {
  const { uid, mode } = lstatSync(folder)
  if (process.getuid === undefined) return true
  return (uid === 0 || uid === process.getuid()) && ((mode & 0o022) === 0 || (mode & 0o1000) !== 0)
}

function foldersAbove(path: string): readonly string[] {
  const parent = dirname(path)
  return parent === path ? [] : [parent, ...foldersAbove(parent)]
}
