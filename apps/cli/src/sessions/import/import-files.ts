import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { HermesError, type SessionStore, StoreError } from '@hermes/core'
import type { Fields } from '../../../../../packages/conversations/src/stored/import/fields.js'
import { fromClaudeCode, isClaudeCode } from '../../../../../packages/conversations/src/stored/import/from-claude-code.js'
import { fromCodex, isCodex } from '../../../../../packages/conversations/src/stored/import/from-codex.js'
import { fromExport, isExport } from '../../../../../packages/conversations/src/stored/import/from-export.js'
import type { ImportedSession, ImportProblem } from '../../../../../packages/conversations/src/stored/import/imported-session.js'
import { readLines } from './read-lines.js'
import { type StoredSession, storeSession } from '../../../../../packages/conversations/src/stored/import/store-session.js'

export interface ImportOptions {
  readonly store: SessionStore
  readonly isDryRun: boolean
  readonly signal: AbortSignal
  readonly onProgress?: (file: string) => void
}

export interface ImportReport {
  readonly sessions: readonly StoredSession[]
  /** Lines and files that could not be read; everything else was. */
  readonly problems: readonly ImportProblem[]
  /** Files of a folder in which there is no session. */
  readonly passedOver: readonly string[]
}

/**
 * Imports sessions from files, and from all files `*.jsonl` in and below folders. What cannot be read is reported and stops
 * nothing.
 * @throws {HermesError} when a path does not exist.
 */
export async function importFiles(paths: readonly string[], options: ImportOptions): Promise<ImportReport> {
  const importer = createImporter(options)
  for (const path of paths) {
    const { files, isFolder } = await filesAt(path)
    for (const file of files) {
      options.signal.throwIfAborted()
      options.onProgress?.(file)
      await importer.readFile(file, isFolder)
    }
  }
  return importer.finish()
}

/** A session with the place where it stands. */
interface Placed extends Omit<ImportProblem, 'reason'> {
  readonly session: ImportedSession
}

/** Those whose parents do not wait themselves; all of them where each waits for another one. */
function readyOf(waiting: readonly Placed[]): readonly Placed[] {
  const ids = new Set(waiting.map(({ session }) => session.id))
  const ready = waiting.filter(({ session: { parentSessionId: parent } }) => parent === undefined || !ids.has(parent))
  return ready.length > 0 ? ready : waiting
}

function createImporter({ store, isDryRun, signal }: ImportOptions) {
  const sessions: StoredSession[] = []
  const problems: ImportProblem[] = []
  const passedOver: string[] = []
  /** The ids that sessions have here, where they are other ones. */
  const ids = new Map<string, string>()
  /** Their parents may come later; those in the store may be others with the same id. */
  let waiting: readonly Placed[] = []

  const add = async (placed: Placed) => {
    const { parentSessionId: parent } = placed.session
    if (parent !== undefined && !ids.has(parent)) waiting = [...waiting, placed]
    else await put(placed)
  }
  const put = async ({ session, ...place }: Placed) => {
    signal.throwIfAborted()
    try {
      const stored = await storeSession(await linked(session), { store, isDryRun })
      ids.set(session.id, stored.id)
      sessions.push(stored)
    } catch (error) {
      if (StoreError.is(error) && error.kind !== 'conflict' && error.kind !== 'not-found') throw error
      problems.push({ ...place, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  /** With the parent that it has here; without one where there is none. */
  const linked = async (session: ImportedSession): Promise<ImportedSession> => {
    const { parentSessionId: parent, link, ...alone } = session
    if (parent === undefined) return session
    const known = ids.get(parent) ?? ((await store.sessions.get(parent)) && parent)
    return known === undefined ? alone : { ...session, parentSessionId: known }
  }
  return {
    async readFile(file: string, isOptional: boolean) {
      const lines: Fields[] = []
      const broken: ImportProblem[] = []
      let found = 0
      for await (const read of readLines(file)) {
        if ('problem' in read) broken.push({ file, line: read.line, reason: read.problem })
        else if (!isExport(read.fields)) lines.push(read.fields)
        else found += await addExport(read.fields, file, read.line)
      }
      const logged = fromLog(lines, basename(file, '.jsonl'))
      for (const session of logged ?? []) await add({ session, file })
      if (logged || found > 0 || !isOptional) problems.push(...broken)
      if (logged || found > 0) return
      if (isOptional) passedOver.push(file)
      else if (broken.length === 0) problems.push({ file, reason: 'there is no session in it that Hermes can read' })
    },
    async finish(): Promise<ImportReport> {
      while (waiting.length > 0) {
        const ready = readyOf(waiting)
        waiting = waiting.filter((placed) => !ready.includes(placed))
        for (const placed of ready) await put(placed)
      }
      return { sessions, problems, passedOver }
    },
  }

  async function addExport(fields: Fields, file: string, line: number): Promise<1> {
    try {
      await add({ session: fromExport(fields), file, line })
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      problems.push({ file, line, reason: error.message })
    }
    return 1
  }
}

/** The sessions of another program's log; `undefined` where it is none. */
function fromLog(lines: readonly Fields[], name: string): readonly ImportedSession[] | undefined {
  const id = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.exec(name)?.[0] ?? name
  if (lines.some(isClaudeCode)) return fromClaudeCode(lines, id)
  return lines.some(isCodex) ? fromCodex(lines, id) : undefined
}

async function filesAt(path: string): Promise<{ readonly files: readonly string[]; readonly isFolder: boolean }> {
  const status = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    throw new HermesError('cli/import', `${path} cannot be read (${cause.code}): give a file or a folder.`, { cause })
  })
  if (!status.isDirectory()) return { files: [path], isFolder: false }
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
  return { files: files.map((entry) => join(entry.parentPath, entry.name)).toSorted(), isFolder: true }
}
