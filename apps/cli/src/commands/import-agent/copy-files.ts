import { constants } from 'node:fs'
import { chmod, copyFile, lstat, mkdir, readdir, readFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'

export type CopyOutcome =
  | 'added'
  | 'unchanged'
  /** A different file with that name exists, and is kept. */
  | 'kept'
  /** It is a link, a device, or a file that is too large. */
  | 'skipped'

export interface CopiedFile {
  /** Path relative to the home, with `/`. */
  readonly path: string
  readonly outcome: CopyOutcome
}

export interface CopyFilesOptions {
  readonly from: string
  readonly to: string
  /** Files and folders below `from`. */
  readonly names: readonly string[]
  readonly isDryRun: boolean
  readonly signal: AbortSignal
}

/** Whether a file is internal to the other program: locks, indexes, downloads. */
const isOwn = (name: string) => name.startsWith('.') || name.endsWith('.lock') || name === '__pycache__'
const maxBytes = 16 * 1024 * 1024

/** Copies parts of one home into another. Replaces no files and follows no links. */
export async function copyFiles(options: CopyFilesOptions): Promise<readonly CopiedFile[]> {
  const files: CopiedFile[] = []
  for (const name of options.names) {
    for (const path of await filesAt(options.from, name)) {
      options.signal.throwIfAborted()
      files.push({ path: path.split(sep).join('/'), outcome: await copyOne(path, options) })
    }
  }
  return files
}

async function filesAt(root: string, path: string): Promise<readonly string[]> {
  const status = await lstat(join(root, path)).catch(unlessMissing)
  if (!status) return []
  if (!status.isDirectory()) return [path]
  const names = (await readdir(join(root, path))).filter((name) => !isOwn(name)).toSorted()
  const below = await Promise.all(names.map((name) => filesAt(root, join(path, name))))
  return below.flat()
}

async function copyOne(path: string, { from, to, isDryRun }: CopyFilesOptions): Promise<CopyOutcome> {
  const [source, target] = [join(from, path), join(to, path)]
  const status = await lstat(source)
  if (!status.isFile() || status.size > maxBytes) return 'skipped'
  const existing = await lstat(target).catch(unlessMissing)
  if (existing) {
    const isSame =
      existing.isFile() && existing.size === status.size && (await readFile(source)).equals(await readFile(target))
    return isSame ? 'unchanged' : 'kept'
  }
  if (isDryRun) return 'added'
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await copyFile(source, target, constants.COPYFILE_EXCL)
  await chmod(target, status.mode & 0o100 ? 0o700 : 0o600)
  return 'added'
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  // A file exists where the other home has a folder.
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}
