import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { codeOf } from '../errors/code-of.js'
import { resolvePath } from './resolve-path.js'

const isLinux = process.platform === 'linux'

/** Follow no link: on macOS anywhere in the path, elsewhere in its last part. */
const noLinks = process.platform === 'darwin' ? 0x2000_0000 : constants.O_NOFOLLOW

/** On Linux a handle on the folder itself, which asks for no right to list it. */
const folderFlags = constants.O_DIRECTORY | noLinks | (isLinux ? 0o1000_0000 : constants.O_RDONLY)

/** How often a file may be replaced by others between its opening and the look at where it lies. */
const maxReplacements = 20

/** A folder that is held open: its files can be named without walking a path that somebody may change meanwhile. */
export interface CheckedFolder extends AsyncDisposable {
  /** A path that leads to `name` in this very folder. */
  at(name: string): string
}

/**
 * Opens a file by its resolved path, and nothing else than the file that lies there.
 * @throws {Error} `ESTALE` when a link has come in the way.
 */
export async function openResolved(path: string, flags: number): Promise<FileHandle> {
  for (let attempt = 1; ; attempt += 1) {
    const file = await openWithoutLinks(path, flags)
    try {
      const place = await placeOf(file, path)
      if (place === path) return file
      // Replaced right after it was opened: what lies there now is just as good.
      if (place !== `${path} (deleted)` || attempt === maxReplacements) throw stale(path)
    } catch (error) {
      await file.close()
      throw error
    }
    await file.close()
  }
}

/**
 * Holds a folder open that is named by its resolved path; makes it where it is missing.
 * @throws {Error} `ESTALE` when a link has come in the way.
 */
export async function openFolder(path: string, { make = false } = {}): Promise<CheckedFolder> {
  try {
    return toFolder(path, await openResolved(path, folderFlags))
  } catch (error) {
    const parent = dirname(path)
    if (!make || parent === path || codeOf(error) !== 'ENOENT') throw error
    await using above = await openFolder(parent, { make })
    await mkdir(above.at(basename(path))).catch(ignoreExisting)
  }
  return toFolder(path, await openResolved(path, folderFlags))
}

/** A path that leads elsewhere than it did when it was judged. */
export function stale(path: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`ESTALE: ${path} leads elsewhere than before.`), { code: 'ESTALE' })
}

function toFolder(path: string, handle: FileHandle): CheckedFolder {
  const base = isLinux ? `/proc/self/fd/${handle.fd}` : path
  return { at: (name) => join(base, name), [Symbol.asyncDispose]: () => handle.close() }
}

async function openWithoutLinks(path: string, flags: number): Promise<FileHandle> {
  try {
    return await open(path, flags | noLinks)
  } catch (error) {
    const isLink = codeOf(error) === 'ELOOP' || (codeOf(error) === 'ENOTDIR' && (await isSymbolicLink(path)))
    throw isLink ? stale(path) : error
  }
}

async function isSymbolicLink(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isSymbolicLink() ?? false
}

/** Where an open file lies: the kernel knows. Without `/proc`, a second look at the path has to do. */
async function placeOf(file: FileHandle, path: string): Promise<string> {
  const known = isLinux ? await readlink(`/proc/self/fd/${file.fd}`).catch(() => undefined) : undefined
  if (known !== undefined) return known
  const [opened, there, resolved] = await Promise.all([file.stat(), lstat(path), resolvePath(path)])
  return opened.ino === there.ino && opened.dev === there.dev ? resolved : ''
}

function ignoreExisting(error: unknown): void {
  if (codeOf(error) !== 'EEXIST') throw error
}
