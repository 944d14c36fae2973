import { createWriteStream } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { finished } from 'node:stream/promises'
import { HermesError } from '@hermes/core'
import { english } from '@hermes/safety/language'
import { homeFolder, manifestName } from './entry-rules.js'
import { type HomeFile, type HomeFiles, listHomeFiles, type SkippedFile } from './home-files.js'
import { type Manifest, toManifestText } from './manifest.js'
import { makeWorkFolder, partialOf, removeAbandonedBackups } from './work-folder.js'

export interface BackupOptions {
  readonly home: string
  /** Path of the archive. An existing file is replaced when the new one is complete. */
  readonly path: string
  readonly manifest: Manifest
  /** Writes a copy of a store that may be in use. */
  copyStore(from: string, to: string): Promise<void>
  readonly signal: AbortSignal
  readonly onProgress?: (done: number, of: number) => void
}

export interface WrittenBackup {
  readonly path: string
  readonly bytes: number
  readonly files: number
  readonly skipped: readonly SkippedFile[]
}

/**
 * Writes a home to an archive that only its owner can read, atomically. A file that changes in the meantime is read as it is when its turn
 * comes; each store is a consistent snapshot. Deletes what killed backups of this home left behind.
 * @throws {HermesError} when the archive cannot be written.
 */
export async function writeBackup(options: BackupOptions): Promise<WrittenBackup> {
  const { home, path, manifest, signal } = options
  const found = await listHomeFiles(home, manifest)
  const chosen: HomeFiles = manifest.kind === 'quick' ? { ...found, files: [], skipped: [] } : found
  // Written as a stream, because it may be larger than memory.
  const partial = partialOf(dirname(path), basename(path))
  await removeAbandonedBackups(home)
  try {
    await using copies = await makeWorkFolder(home, partial)
    const written = await writeArchive(partial, chosen, copies.path, options)
    signal.throwIfAborted()
    await rename(partial, path)
    return { path, ...written }
  } catch (cause) {
    throw signal.aborted || HermesError.is(cause) ? cause : cannotWrite(path, cause)
  }
}

async function writeArchive(
  path: string,
  { files, stores, skipped }: HomeFiles,
  copies: string,
  { home, manifest, copyStore, signal, onProgress }: BackupOptions,
): Promise<Omit<WrittenBackup, 'path'>> {
  const archive = await openArchive(path, manifest, signal)
  const missing: SkippedFile[] = []
  const count = files.length + stores.length
  try {
    for (const [index, store] of stores.entries()) {
      const copy = join(copies, String(index))
      await copyStore(join(home, store), copy)
      await archive.add(copy, { path: store, bytes: 0 })
      await rm(copy)
      onProgress?.(index + 1, count)
    }
    for (const [index, file] of files.entries()) {
      const problem = await archive.add(join(home, file.path), file)
      if (problem !== undefined) missing.push({ path: file.path, reason: problem })
      onProgress?.(stores.length + index + 1, count)
    }
  } finally {
    await archive.end()
  }
  return { bytes: archive.bytes(), files: count - missing.length, skipped: [...skipped, ...missing] }
}

/** Opens a zip that is written file by file, with one file open at a time. */
async function openArchive(path: string, manifest: Manifest, signal: AbortSignal) {
  const { ZipFile } = (await import('yazl')).default
  const zip = new ZipFile()
  const output = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true, signal })
  const written = finished(output)
  // Awaited in `end`, even if it fails earlier.
  written.catch(() => undefined)
  zip.outputStream.pipe(output)
  zip.addBuffer(Buffer.from(toManifestText(manifest)), manifestName, {
    mode: 0o600,
    mtime: new Date(manifest.createdAtMs),
  })
  return {
    /** @returns why the file could not be read, in which case the archive does not contain it. */
    async add(from: string, { path: name }: HomeFile): Promise<string | undefined> {
      signal.throwIfAborted()
      const handle = await open(from).catch(unreadable)
      if (typeof handle === 'string') return handle
      await using file = handle
      const { mode, mtime } = await file.stat()
      const stream = file.createReadStream({ autoClose: false })
      zip.addReadStream(stream, homeFolder + name, { mode: 0o100600 | (mode & 0o100), mtime })
      await Promise.race([finished(stream), written])
      return undefined
    },
    async end() {
      zip.end()
      await written
    },
    bytes: () => output.bytesWritten,
  }
}

/** A file that disappeared or belongs to another user does not fail the backup. */
function unreadable(error: NodeJS.ErrnoException): string | FileHandle {
  if (error.code === 'ENOENT') return english`it went away`
  if (error.code === 'EACCES' || error.code === 'EPERM') return english`it cannot be read`
  throw error
}

function cannotWrite(path: string, cause: unknown): HermesError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new HermesError('cli/backup', `The backup ${path} could not be written (${reason}) and was removed.`, {
    cause,
  })
}
