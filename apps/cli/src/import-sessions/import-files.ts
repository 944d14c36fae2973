import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createSessionImporter, type ImportReport, type SessionImporterOptions } from '@hermes/conversations/stored'
import { HermesError } from '@hermes/core'
import { readLines } from './read-lines.js'

export interface ImportOptions extends SessionImporterOptions {
  readonly onProgress?: (file: string) => void
}

/**
 * Imports sessions from files, and from all `*.jsonl` files in folders, recursively. Unreadable content is reported and skipped.
 * @throws {HermesError} when a path does not exist.
 */
export async function importFiles(paths: readonly string[], options: ImportOptions): Promise<ImportReport> {
  const importer = createSessionImporter(options)
  for (const path of paths) {
    const { files, isFolder } = await filesAt(path)
    for (const file of files) {
      options.signal.throwIfAborted()
      options.onProgress?.(file)
      await importer.add({ path: file, name: basename(file, '.jsonl'), lines: readLines(file), isOptional: isFolder })
    }
  }
  return importer.finish()
}

async function filesAt(path: string): Promise<{ readonly files: readonly string[]; readonly isFolder: boolean }> {
  const status = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    throw new HermesError('cli/import', `${path} cannot be read (${cause.code}): use a file or a folder.`, { cause })
  })
  if (status.isFile()) return { files: [path], isFolder: false }
  // A device may never end, and opening a pipe without a writer cannot be canceled.
  if (!status.isDirectory())
    throw new HermesError('cli/import', `${path} is neither a file nor a folder: use one of them.`)
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
  return { files: files.map((entry) => join(entry.parentPath, entry.name)).toSorted(), isFolder: true }
}
