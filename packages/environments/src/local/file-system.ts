import { constants } from 'node:fs'
import { type FileHandle, lstat, rmdir, stat, unlink } from 'node:fs/promises'
import { basename, dirname, isAbsolute } from 'node:path'
import type { FileOptions, FileStatus, FileSystem, ReadOptions } from '@hermes/core/environment'
import { isMissing } from '@hermes/safety'
import { fileError, openFolder, openResolved, resolvePath, stale, writeAtomically } from '@hermes/safety/files'
import { createFolderLists } from './folder-lists.js'
import { kindOf } from './kind-of.js'

interface Folders {
  readonly workingDirectory: string
  /** Replacement for `~`. */
  readonly home: string
}

const readBytes = 2 ** 18

/** Creates the file system of this machine. `~` is the user's home, and relative paths start at the working directory. */
export function createFileSystem(folders: Folders): FileSystem {
  const locate = (path: string) => toAbsolute(path, folders)
  const listOf = createFolderLists()
  return {
    resolve: (path) => resolvePath(locate(path)),
    stat: (path) => statusOf(locate(path)),
    read: async (path, range) => readRegularFile(await settle(locate(path), range), range),
    write: async (path, data, options) => writeAtomically(await settle(locate(path), options), data),
    /** Removes a link instead of its target, and a folder only when it is empty. */
    async remove(path, options) {
      const target = locate(path)
      await using folder = await openFolder(await resolvePath(dirname(target)))
      const place = folder.at(basename(target))
      const expected = options?.resolvesTo
      if (expected !== undefined && (await resolvePath(place)) !== expected) throw stale(path)
      const status = await lstat(place)
      await (status.isDirectory() ? rmdir(place) : unlink(place))
    },
    list: (path) => listOf(locate(path)),
  }
}

/** Makes a path absolute without normalizing it, because the file system decides where `link/..` leads. */
export function toAbsolute(path: string, { workingDirectory, home }: Folders): string {
  if (path === '~' || path.startsWith('~/')) return `${home}${path.slice(1)}`
  return isAbsolute(path) ? path : `${workingDirectory}/${path}`
}

async function statusOf(path: string): Promise<FileStatus | undefined> {
  try {
    const own = await lstat(path)
    // A dangling or cyclic link exists, too.
    const status = own.isSymbolicLink() ? await stat(path).catch(() => own) : own
    return { kind: kindOf(status), size: status.size, modifiedAtMs: status.mtimeMs }
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Resolves a path. @throws {Error} `ESTALE` when the result differs from the expected path. */
async function settle(path: string, options: FileOptions = {}): Promise<string> {
  // A resolved path is verified after it has been opened.
  if (options.resolvesTo === path) return path
  const resolved = await resolvePath(path)
  if (options.resolvesTo !== undefined && options.resolvesTo !== resolved) throw stale(path)
  return resolved
}

async function readRegularFile(path: string, range?: ReadOptions): Promise<Uint8Array> {
  // Without O_NONBLOCK, opening a pipe would block until it has a writer.
  const file = await openResolved(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  try {
    const status = await file.stat()
    if (status.isDirectory()) throw fileError('EISDIR', `${path} is a folder.`)
    if (!status.isFile()) throw fileError('ENOTSUP', `${path} is a device, a pipe or a socket, not a regular file.`)
    const isWhole = range?.start === undefined && range?.length === undefined
    return isWhole ? await file.readFile() : await readRange(file, range)
  } finally {
    await file.close()
  }
}

async function readRange(
  file: FileHandle,
  { start = 0, length = Number.POSITIVE_INFINITY }: ReadOptions,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for (let read = 0; read < length; ) {
    const part = Buffer.allocUnsafe(Math.min(readBytes, length - read))
    const { bytesRead } = await file.read(part, 0, part.length, start + read)
    if (bytesRead === 0) break
    parts.push(part.subarray(0, bytesRead))
    read += bytesRead
  }
  return Buffer.concat(parts)
}
