import { lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { entryKey, problemOfName } from '@hermes/safety/archive'
import { english } from '@hermes/safety/language'
import { homeFolder, isLeftOut, isSecret, isStore } from './entry-rules.js'

/** Files of a home for a backup. Paths are relative to the home and use `/`. */
export interface HomeFiles {
  readonly files: readonly HomeFile[]
  /** Session stores of the home and its profiles. */
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

/** Walks a home in alphabetical order. */
export async function listHomeFiles(home: string, { hasSecrets }: HomeFilesOptions): Promise<HomeFiles> {
  const files: HomeFile[] = []
  const stores: string[] = []
  const skipped: SkippedFile[] = []
  const seen = new Set<string>()

  const add = async (path: string): Promise<void> => {
    if (isLeftOut(path) || (!hasSecrets && isSecret(path))) return
    const key = entryKey(path, 'own')
    const problem =
      problemOfName(homeFolder + path, 'own') ??
      (seen.has(key) ? english`differs from another one only in case` : undefined)
    if (problem !== undefined) return void skipped.push({ path, reason: english`its name ${problem}` })
    seen.add(key)
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

/** Resolves to the reason why a file is skipped, or to its kind; `undefined` if the file disappeared. */
async function kindOf(path: string): Promise<string | { isDirectory: boolean; bytes: number } | undefined> {
  const status = await lstat(path).catch(unlessGone)
  // A linked file is a setting kept elsewhere; a linked folder may be the whole disk.
  const target = status?.isSymbolicLink() ? await stat(path).catch(unlessGone) : status
  if (!status) return undefined
  if (!target) return english`it links to nothing`
  if (status.isSymbolicLink() && !target.isFile()) return english`it does not link to a file`
  if (target.isFile()) return { isDirectory: false, bytes: target.size }
  return target.isDirectory() ? { isDirectory: true, bytes: 0 } : english`it is not a file`
}

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ELOOP') throw error
}
