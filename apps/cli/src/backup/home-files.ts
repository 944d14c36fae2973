import { lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isLeftOut, isSecret, isStore, nameKey, problemOfName } from './entry-rules.js'

/** What a backup of a home takes along. Paths are named from the home on, with `/` between their parts. */
export interface HomeFiles {
  readonly files: readonly HomeFile[]
  /** Session stores: the home's, and those of its profiles. */
  readonly stores: readonly string[]
  readonly skipped: readonly SkippedFile[]
}

export interface HomeFile {
  readonly path: string
  readonly bytes: number
}

export interface SkippedFile {
  readonly path: string
  readonly reason: string
}

export interface HomeFilesOptions {
  readonly hasSecrets: boolean
}

/** Looks through a home, in the order of the names. */
export async function listHomeFiles(home: string, { hasSecrets }: HomeFilesOptions): Promise<HomeFiles> {
  const files: HomeFile[] = []
  const stores: string[] = []
  const skipped: SkippedFile[] = []
  const seen = new Set<string>()

  const add = async (path: string): Promise<void> => {
    if (isLeftOut(path) || (!hasSecrets && isSecret(path))) return
    const problem =
      problemOfName(path) ?? (seen.has(nameKey(path)) ? 'differs from another one only in case' : undefined)
    if (problem !== undefined) return void skipped.push({ path, reason: `its name ${problem}` })
    seen.add(nameKey(path))
    const kind = await kindOf(join(home, path))
    if (kind === undefined) return
    if (typeof kind === 'string') skipped.push({ path, reason: kind })
    else if (kind.isDirectory) await addAll(path)
    else if (isStore(path)) stores.push(path)
    else files.push({ path, bytes: kind.bytes })
  }
  const addAll = async (folder: string): Promise<void> => {
    const names = await readdir(join(home, folder))
    for (const name of names.toSorted()) await add(folder === '' ? name : `${folder}/${name}`)
  }

  await addAll('')
  return { files, stores, skipped }
}

/** Why it is skipped, or what it is; `undefined` for a file that went away meanwhile. */
async function kindOf(path: string): Promise<string | { isDirectory: boolean; bytes: number } | undefined> {
  const status = await lstat(path).catch(unlessGone)
  // A setting that is kept elsewhere is a setting; a folder elsewhere may be the whole disk.
  const target = status?.isSymbolicLink() ? await stat(path).catch(unlessGone) : status
  if (!status) return undefined
  if (!target) return 'it links to nothing'
  if (status.isSymbolicLink() && !target.isFile()) return 'it links to what is no file'
  if (target.isFile()) return { isDirectory: false, bytes: target.size }
  return target.isDirectory() ? { isDirectory: true, bytes: 0 } : 'it is no file'
}

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ELOOP') throw error
}
