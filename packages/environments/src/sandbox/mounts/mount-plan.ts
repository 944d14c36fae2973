/** Permitted access to a file, or to a folder with its content. */
export interface MountEntry {
  /** Absolute path with links resolved. Must exist. */
  readonly path: string
  readonly access: 'writable' | 'read-only' | 'hidden'
  readonly isFolder: boolean
  /** Path that is mounted there. Default: the path itself. */
  readonly source?: string
}

interface MountPlanOptions {
  /** Path of an empty read-only file that replaces hidden files. */
  readonly emptyFile: string
}

const strictness = { hidden: 0, 'read-only': 1, writable: 2 } as const

/**
 * Returns the mounts, as arguments of bubblewrap, that apply the entries to a read-only view of the system.
 *
 * Folders between a writable folder and an entry are mounted too, so that they can be neither renamed nor removed and
 * protected paths cannot be replaced.
 */
export function mountPlan(entries: readonly MountEntry[], { emptyFile }: MountPlanOptions): string[] {
  const effective = withoutRepetition(entries)
  const mounts = new Map<string, readonly string[]>()
  for (const entry of effective) {
    const around = nearest(entry.path, effective)
    if (isRedundant(entry, around)) continue
    // The folders in between do not exist in the folder that replaces another one.
    if (around?.access === 'writable' && around.source === undefined) {
      for (const folder of between(around.path, entry.path)) {
        if (!mounts.has(folder)) mounts.set(folder, ['--bind', folder, folder])
      }
    }
    mounts.set(entry.path, mountOf(entry, emptyFile))
  }
  const hiddenFolders = effective.filter(({ access, isFolder }) => access === 'hidden' && isFolder)
  return [
    ...[...mounts.values()].flat(),
    // Remounted last, because mounts inside a hidden folder need their mount points.
    ...hiddenFolders.filter(({ path }) => mounts.has(path)).flatMap(({ path }) => ['--remount-ro', path]),
  ]
}

/** Returns one entry per path, sorted so that parents precede their children. */
function withoutRepetition(entries: readonly MountEntry[]): readonly MountEntry[] {
  const byPath = new Map<string, MountEntry>()
  for (const entry of entries) {
    const known = byPath.get(entry.path)
    if (!known || strictness[entry.access] < strictness[known.access]) byPath.set(entry.path, entry)
  }
  return [...byPath.values()].sort((a, b) => a.path.split('/').length - b.path.split('/').length)
}

/**
 * Returns the access to a path according to the entries. The longest containing path decides, and the strictest of equal
 * ones.
 */
export function accessAt(path: string, entries: readonly MountEntry[]): MountEntry['access'] | undefined {
  const effective = withoutRepetition(entries)
  return (effective.find((entry) => entry.path === path) ?? nearest(path, effective))?.access
}

/** Returns the innermost entry that contains a path. */
function nearest(path: string, entries: readonly MountEntry[]): MountEntry | undefined {
  return entries.findLast((entry) => isBelow(path, entry.path))
}

function isRedundant({ access, source }: MountEntry, around: MountEntry | undefined): boolean {
  if (source !== undefined) return false
  if (access === 'hidden') return around?.access === 'hidden'
  return access === 'read-only' && (around === undefined || around.access === 'read-only')
}

function mountOf({ path, access, isFolder, source = path }: MountEntry, emptyFile: string): readonly string[] {
  if (access === 'writable') return ['--bind', source, path]
  if (access === 'read-only') return ['--ro-bind', source, path]
  return isFolder ? ['--tmpfs', path] : ['--ro-bind', emptyFile, path]
}

function between(outer: string, inner: string): string[] {
  const names = inner.slice(outer === '/' ? 1 : outer.length + 1).split('/')
  return names.slice(0, -1).map((_, index) => `${outer === '/' ? '' : outer}/${names.slice(0, index + 1).join('/')}`)
}

export function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder === '/' ? '/' : `${folder}/`) && path !== folder
}
