import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { replaceFile, resolvePath } from '@hermes/safety/files'
import { applyEdits, type EditedEntries } from './apply-edits.js'
import { archiveEntries } from './archive.js'
import { type ChangeLog, createChangeLog, type LoggedChange } from './change-log.js'
import { countChars, formatEntries } from './entries.js'
import type { ChangeOrigin, MemoryChange } from './memory-change.js'
import type { MemoryEdit } from './memory-edit.js'
import { MemoryError } from './memory-error.js'
import type { MemoryLock } from './memory-lock.js'
import { readEntries, versionOf } from './read-entries.js'
import { undoChange } from './undo-change.js'

/**
 * One file of entries, its history, and the archive of its folder. Any number of processes may use it at the same time.
 */
export interface MemoryFile {
  readonly path: string
  /** Maximum number of characters, including separators. */
  readonly limit: number
  /** Reads the entries on disk. @throws {MemoryError} `memory/unreadable`. */
  read(): Promise<MemoryContent>
  /**
   * Applies all edits or none.
   * @returns the change, or `undefined` if nothing had to change.
   * @throws {MemoryError} when an edit cannot be applied or the file cannot be read. Nothing has changed then.
   */
  change(edits: readonly MemoryEdit[], origin: ChangeOrigin): Promise<MemoryChange | undefined>
  /** Returns the changes, newest first. Edits by hand are listed once a change has followed them. */
  history(): Promise<readonly MemoryChange[]>
  /**
   * Undoes a change and keeps later ones. Undoing an undo restores the change.
   * @param id Default: the newest change that is neither an undo nor undone.
   * @throws {MemoryError} `memory/unknown`, or `memory/too-long` when the restored entries no longer fit.
   */
  undo(id: string | undefined, origin: ChangeOrigin): Promise<MemoryChange>
}

export interface MemoryContent {
  readonly entries: readonly string[]
  /** Number of characters of the entries, including their separators. */
  readonly chars: number
  readonly limit: number
}

export interface MemoryFileOptions {
  /** Absolute path of the file. Its folder is created with the first change. */
  readonly path: string
  readonly limit: number
  readonly lock: MemoryLock
  /** Returns the time in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number
}

export function createMemoryFile({ path: given, limit, lock, now = Date.now }: MemoryFileOptions): MemoryFile {
  async function withFile<Result>(use: (paths: Paths, signal: AbortSignal) => Promise<Result>): Promise<Result> {
    await mkdir(dirname(given), { recursive: true, mode: 0o700 })
    const path = await resolvePath(given)
    const paths = { path, log: createChangeLog(logOf(path)), archive: join(dirname(path), 'ARCHIVE.jsonl') }
    return lock(`memory:${versionOf(path)}`, (signal) => use(paths, signal))
  }

  /** Finishes what a crash interrupted, and records edits by hand. */
  async function catchUp({ path, log, archive }: Paths): Promise<Current> {
    const file = await readEntries(path)
    const history = await log.read()
    const last = history.at(-1)
    if (!last || last.to === file.version) {
      if (last) await archiveEntries(archive, basename(path), last)
      return { ...file, history }
    }
    if (last.from === file.version) {
      await log.drop(last.id)
      return { ...file, history: history.slice(0, -1) }
    }
    if (isSame(last.after, file.entries)) return { ...file, history }
    const byHand = toChange({ by: 'hand' }, last.after, { entries: file.entries, archived: [] })
    const noted: LoggedChange = { ...byHand, from: last.to, to: file.version }
    await log.append(noted)
    return { ...file, history: [...history, noted] }
  }

  function toChange(origin: ChangeOrigin & { undoes?: string }, before: readonly string[], edited: EditedEntries) {
    return {
      id: randomBytes(4).toString('hex'),
      atMs: now(),
      ...origin,
      before,
      after: edited.entries,
      archived: edited.archived,
    }
  }

  async function write(
    paths: Paths,
    current: Current,
    change: MemoryChange,
    signal: AbortSignal,
  ): Promise<MemoryChange> {
    const { path, log, archive } = paths
    const text = formatEntries(change.after)
    const { version } = await readEntries(path)
    signal.throwIfAborted()
    if (version !== current.version)
      throw new MemoryError('memory/conflict', `${basename(path)} was changed at the same moment: try again.`)
    await log.append({ ...change, from: current.version, to: versionOf(text) })
    signal.throwIfAborted()
    await replaceFile(path, text)
    await archiveEntries(archive, basename(path), change)
    return change
  }

  return {
    path: given,
    limit,
    async read() {
      const { entries } = await readEntries(given)
      return { entries, chars: countChars(entries), limit }
    },
    change: (edits, origin) =>
      withFile(async (paths, signal) => {
        const current = await catchUp(paths)
        const edited = applyEdits(current.entries, edits, limit)
        if (isSame(edited.entries, current.entries)) return undefined
        return write(paths, current, toChange(origin, current.entries, edited), signal)
      }),
    async history() {
      const path = await resolvePath(given)
      const [{ version }, logged] = await Promise.all([readEntries(path), createChangeLog(logOf(path)).read()])
      // The newest change may be in progress, or interrupted.
      return logged.filter((change, index) => index < logged.length - 1 || change.from !== version).toReversed()
    },
    undo: (id, origin) =>
      withFile(async (paths, signal) => {
        const current = await catchUp(paths)
        const { undoneChange, entries } = undoChange(current, id, limit)
        return write(
          paths,
          current,
          toChange({ ...origin, undoes: undoneChange.id }, current.entries, { entries, archived: [] }),
          signal,
        )
      }),
  }
}

function logOf(path: string): string {
  return join(dirname(path), `${basename(path, '.md')}.history.jsonl`)
}

interface Paths {
  readonly path: string
  readonly log: ChangeLog
  readonly archive: string
}

interface Current {
  readonly entries: readonly string[]
  readonly version: string
  /** The logged changes, oldest first. */
  readonly history: readonly LoggedChange[]
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((entry, index) => entry === right[index])
}
