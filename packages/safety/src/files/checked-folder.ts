import { constants, readlinkSync } from 'node:fs'
import { type FileHandle, lstat, mkdir, open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { codeOf } from '../errors/code-of.js'
import { resolvePath } from './resolve-path.js'

const isLinux = process.platform === 'linux'

/** Rejects symbolic links: on macOS in the whole path, elsewhere only in the last component. */
const noLinks = process.platform === 'darwin' ? 0x2000_0000 : constants.O_NOFOLLOW

/** On Linux, `O_PATH` opens the folder without permission to list it. */
const folderFlags = constants.O_DIRECTORY | noLinks | (isLinux ? 0o1000_0000 : constants.O_RDONLY)

/** How many times a file may be replaced concurrently between opening it and checking its path. */
const maxReplacements = 20

/** An open folder handle. Files are addressed relative to it, so a concurrent change of the path has no effect. */
export interface CheckedFolder extends AsyncDisposable {
  /** A path to `name` in this folder. */
  at(name: string): string
}

/**
 * Opens a file by its resolved path. Fails when a symbolic link has been put into the path since it was resolved.
 *
 * @throws {Error} `ESTALE` when a link is in the path.
 */
export async function openResolved(path: string, flags: number): Promise<FileHandle> {
  for (let attempt = 1; ; attempt += 1) {
    const file = await openWithoutLinks(path, flags)
    try {
      const place = await placeOf(file, path)
      if (place === path) return file
      // Replaced after it was opened: retry with the file that is there now.
      if (place !== `${path} (deleted)` || attempt === maxReplacements) throw stale(path)
    } catch (error) {
      await file.close()
      throw error
    }
    await file.close()
  }
}

/**
 * Opens a folder by its resolved path.
 *
 * @param options.make Creates missing folders. Default `false`.
 * @throws {Error} `ESTALE` when a link is in the path.
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

/** Returns the error for a path that no longer leads to where it was checked. */
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

/** Returns where an open file is, from `/proc`. Without `/proc`, the path is resolved a second time. */
async function placeOf(file: FileHandle, path: string): Promise<string> {
  const known = isLinux ? pathOf(file) : undefined
  if (known !== undefined) return known
  const [opened, there, resolved] = await Promise.all([file.stat(), lstat(path), resolvePath(path)])
  return opened.ino === there.ino && opened.dev === there.dev ? resolved : ''
}

/** Synchronous, because the kernel answers from memory, faster than a round trip to the thread pool. */
function pathOf({ fd }: FileHandle): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`)
  } catch {
    return undefined
  }
}

function ignoreExisting(error: unknown): void {
  if (codeOf(error) !== 'EEXIST') throw error
}
