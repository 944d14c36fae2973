import { join } from 'node:path'
import { isRepository } from '../git-structure.js'
import type { GitFiles } from './git-files.js'
import { lastEntry, stillHasEntry } from './log-entry.js'
import { hasDestroyedTables, isOfTables, type RefTables, readTables } from './ref-tables.js'
import { headOf, type Refs, readRefs } from './refs.js'

/** State of a repository apart from its objects. */
export interface RepositoryState {
  readonly files: GitFiles
  readonly refs: Refs
  /** Tables with the refs. `undefined` when the refs are files. */
  readonly tables: RefTables | undefined
  /** Newest entry in the log of HEAD. */
  readonly lastEntry: string
}

/** Damage to a repository. */
export interface Damage {
  /** Whether anything must be restored. */
  readonly isAny: boolean
  /** Files with objects that have disappeared. */
  readonly lost: ReadonlySet<string>
  /** Files with objects that have changed. */
  readonly altered: readonly string[]
  readonly state: RepositoryState
  /** Whether refs were destroyed, not just changed. */
  readonly isOfRefs: boolean
}

/** Reads the state of a repository. `known` is the state read before, so that unchanged files are not read again. */
export function readState(data: string, files: GitFiles, known: RepositoryState | undefined): RepositoryState {
  return {
    files,
    refs: readRefs(data, files, known),
    tables: readTables(data, files, known?.tables),
    lastEntry: lastEntry(join(data, 'logs/HEAD')),
  }
}

/** Returns whether refs were changed in a way that git itself would not. */
export function hasDestroyedRefs(
  data: string,
  before: RepositoryState,
  now: RepositoryState,
  lost: ReadonlySet<string>,
): boolean {
  const { refs } = now
  const branch = before.refs.head?.slice('ref: '.length) ?? ''
  return (
    !isRepository(data) ||
    areTablesDestroyed(before, now, lost) ||
    (before.refs.head !== undefined && refs.head === undefined) ||
    (headOf(before.refs) !== undefined && headOf(refs) === undefined && !refs.tips.has(branch)) ||
    refs.invalid.some((path) => before.refs.tips.has(path)) ||
    (before.refs.tips.size > 0 && refs.tips.size === 0) ||
    [...before.refs.tips.values()].some((id) => lost.has(looseName(id))) ||
    !stillHasEntry(join(data, 'logs/HEAD'), before.lastEntry)
  )
}

/** Returns whether tables were destroyed. `git refs migrate` replaces the tables with files without losing an object. */
function areTablesDestroyed(before: RepositoryState, now: RepositoryState, lost: ReadonlySet<string>): boolean {
  if (before.tables === undefined) return false
  if (now.tables === undefined) return headOf(now.refs) === undefined || lost.size > 0
  return hasDestroyedTables(before.tables, now.tables)
}

/** Returns files that are missing or invalid, and refs whose commits were removed. */
export function destroyedFiles(before: RepositoryState, { state, lost }: Damage): readonly string[] {
  const { files, refs } = state
  const areTablesLost = areTablesDestroyed(before, state, lost)
  const isLost = (id: string | undefined) => id !== undefined && lost.has(looseName(id))
  return [...before.files.keys()].filter((path) => {
    if (before.tables && isOfTables(path, before.tables)) return areTablesLost
    const now = files.get(path)
    if (now === undefined || refs.invalid.includes(path) || isLost(before.refs.tips.get(path))) return true
    if (path === 'HEAD') return headOf(refs) === undefined
    if (path.startsWith('logs/')) return now.size < (before.files.get(path)?.size ?? 0)
    if (path === 'index') return [...before.refs.tips.values()].some(isLost)
    return path === 'packed-refs' && refs.tips.size === 0
  })
}

function looseName(id: string): string {
  return `${id.slice(0, 2)}/${id.slice(2)}`
}
