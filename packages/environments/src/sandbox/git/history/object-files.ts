import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { entriesOf, fileAt, type GitFile } from './git-files.js'

/** Files with the objects of a repository, by path relative to `objects`. Git never changes such a file; it only adds and removes them. */
export interface ObjectFiles {
  /** Returns the names of the files that exist now. Folders that have not changed are not read again. */
  names(): ReadonlySet<string>
  /** Returns the names of the accepted files. */
  accepted(): ReadonlySet<string>
  /** Returns the accepted files that have changed since. At most 500 are compared per call, in turns. */
  altered(): readonly string[]
  /** Accepts the current state of a file as correct. */
  accept(name: string, file: GitFile): void
  forget(name: string): void
  forgetAll(): void
}

/** Maximum size of a copied file. Larger files of packs are read-only for commands instead. */
export const largestCopied = 4 * 2 ** 20
/** A folder that changed this shortly before it was read may change again with the same timestamp. */
const clockTickMs = 50
const comparedAtOnce = 500

const looseName = /^(?:[0-9a-f]{38}|[0-9a-f]{62})$/
const packName = /^pack-[0-9a-f]+\.(?:pack|idx|rev|keep|promisor|mtimes)$/
const folders = [...Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0')), 'pack']

export function objectFiles(objects: string): ObjectFiles {
  const read = new Map<string, { readonly changedAtMs: number; readonly names: readonly string[] }>()
  const accepted = new Map<string, number>()
  let position = 0

  function namesIn(folder: string): readonly string[] {
    const path = join(objects, folder)
    const atMs = Date.now()
    const changedAtMs = folderChangedAt(path)
    const known = read.get(folder)
    if (changedAtMs === undefined) {
      read.delete(folder)
      return []
    }
    if (known?.changedAtMs === changedAtMs) return known.names
    const pattern = folder === 'pack' ? packName : looseName
    const names = entriesOf(path).flatMap((entry) =>
      entry.isFile() && pattern.test(entry.name) ? [`${folder}/${entry.name}`] : [],
    )
    if (changedAtMs < atMs - clockTickMs) read.set(folder, { changedAtMs, names })
    else read.delete(folder)
    return names
  }

  return {
    names: () => new Set(folders.flatMap(namesIn)),
    accepted: () => new Set(accepted.keys()),
    altered() {
      const known = [...accepted.keys()]
      const chosen =
        known.length <= comparedAtOnce
          ? known
          : Array.from({ length: comparedAtOnce }, (_, index) => known[(position + index) % known.length] ?? '')
      position = known.length === 0 ? 0 : (position + chosen.length) % known.length
      return chosen.filter((name) => {
        const file = fileAt(join(objects, name))
        return file !== undefined && file.changedAtMs !== accepted.get(name)
      })
    },
    accept: (name, file) => void accepted.set(name, file.changedAtMs),
    forget: (name) => void accepted.delete(name),
    forgetAll: () => accepted.clear(),
  }
}

/** Returns the change time of a folder, or `undefined` for anything else. */
function folderChangedAt(path: string): number | undefined {
  try {
    const status = lstatSync(path, { throwIfNoEntry: false })
    return status?.isDirectory() ? status.ctimeMs : undefined
  } catch {
    return undefined
  }
}
