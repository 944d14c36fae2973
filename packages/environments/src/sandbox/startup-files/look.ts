import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { kindOf } from '../git/git-structure.js'
import { type StartupFile, startupFiles } from './startup-files.js'

/** File, link or other entry at a path. */
export type Found =
  | { readonly kind: 'file'; readonly content: Buffer; readonly mode: number }
  | { readonly kind: 'link'; readonly target: string }
  /** Larger file, pipe or similar entry, which is never restored. */
  | { readonly kind: 'other'; readonly state: string }

export interface Look {
  /** Entries by path relative to the project. A link in place of a folder stands for all files in it. */
  readonly found: ReadonlyMap<string, { readonly what: Found; readonly rule: StartupFile }>
  /** Existing folders of startup files. */
  readonly folders: ReadonlySet<string>
}

/** Finds the startup files in a folder. Does not follow links and never blocks. */
export function lookAtStartup(project: string): Look {
  const found = new Map<string, { what: Found; rule: StartupFile }>()
  const folders = new Set<string>()
  for (const rule of startupFiles) {
    const folder = dirname(rule.path)
    const kind = folder === '.' ? 'folder' : kindOf(join(project, folder))
    if (kind === 'folder') folders.add(folder)
    const paths = kind === 'link' ? [folder] : kind === 'folder' ? pathsOf(project, rule.path) : []
    for (const path of paths) {
      const what = findAt(join(project, path))
      if (what) found.set(path, { what, rule })
    }
  }
  return { found, folders }
}

function pathsOf(project: string, path: string): readonly string[] {
  if (!path.endsWith('/*')) return [path]
  const folder = dirname(path)
  return namesIn(join(project, folder)).map((name) => `${folder}/${name}`)
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    // Replaced in the meantime, or not accessible to this user.
    return []
  }
}

/** Maximum size. Real startup files are smaller. */
const largest = 2 ** 20

function findAt(path: string): Found | undefined {
  try {
    const status = lstatSync(path)
    if (status.isDirectory()) return undefined
    if (status.isSymbolicLink()) return { kind: 'link', target: readlinkSync(path) }
    return readRegular(path) ?? { kind: 'other', state: `${status.ino} ${status.size} ${status.mtimeMs}` }
  } catch {
    // Missing, or not accessible to this user.
    return undefined
  }
}

function readRegular(path: string): Found | undefined {
  let file: number | undefined
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const status = fstatSync(file)
    if (!status.isFile() || status.size > largest) return undefined
    return { kind: 'file', content: readFileSync(file), mode: status.mode & 0o777 }
  } catch {
    // Replaced in the meantime, or not readable by this user.
    return undefined
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** Returns whether two entries are equal. Ignores permissions, because git changes them and a file that others execute already existed. */
export function isSame(one: Found | undefined, other: Found | undefined): boolean {
  if (one?.kind === 'file' && other?.kind === 'file') return one.content.equals(other.content)
  if (one?.kind === 'link' && other?.kind === 'link') return one.target === other.target
  return one?.kind === 'other' && other?.kind === 'other' && one.state === other.state
}
