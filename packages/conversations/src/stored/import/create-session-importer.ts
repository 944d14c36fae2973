import { type SessionStore, StoreError } from '@hermes/core'
import { english } from '@hermes/safety/language'
import type { Fields } from './fields.js'
import { fromClaudeCode, isClaudeCode } from './from-claude-code.js'
import { fromCodex, isCodex } from './from-codex.js'
import { fromExport, isExport } from './from-export.js'
import { fromHermesAgent, isHermesAgent } from './from-hermes-agent.js'
import { fromOpenClaw, isOpenClaw } from './from-openclaw.js'
import type { ImportedSession, ImportProblem } from './imported-session.js'
import { type ImportOutcome, storeSession } from './store-session.js'

export interface SessionImporterOptions {
  readonly store: SessionStore
  /** Whether to report without storing anything. */
  readonly isDryRun: boolean
  readonly signal: AbortSignal
}

/** One line of a JSON Lines file: its content, or why it cannot be read. */
export type ReadLine =
  | { readonly line: number; readonly fields: Fields }
  | { readonly line: number; readonly problem: string }

/** A file of another store or another program. */
export interface SessionFile {
  /** The path in reported problems. */
  readonly path: string
  /** The name without folder and extension: other programs name their logs after the session. */
  readonly name: string
  readonly lines: AsyncIterable<ReadLine> | Iterable<ReadLine>
  /** Whether the file was found in a folder: then it is no problem if it contains no session. */
  readonly isOptional: boolean
}

export interface ImportReport {
  readonly sessions: readonly ImportOutcome[]
  /** Lines and files that could not be read. */
  readonly problems: readonly ImportProblem[]
  /** Files in a folder that contain no session. */
  readonly passedOver: readonly string[]
}

/** Imports the sessions of several files. A session may come before its parent. */
export interface SessionImporter {
  /** Imports a file. Unreadable content is reported. Rejects when the store fails, or with the reason of the signal. */
  add(file: SessionFile): Promise<void>
  /** Stores the sessions whose parents were not found. */
  finish(): Promise<ImportReport>
}

/** A session with its position. */
interface Placed extends Omit<ImportProblem, 'reason'> {
  readonly session: ImportedSession
}

const unrecognised = english`no session in it was recognised: Hermes reads its own exports, those of the Hermes Agent in Python, and logs of Claude Code, Codex and OpenClaw`

export function createSessionImporter({ store, isDryRun, signal }: SessionImporterOptions): SessionImporter {
  const sessions: ImportOutcome[] = []
  const problems: ImportProblem[] = []
  const passedOver: string[] = []
  /** New ids of sessions whose ids were taken. */
  const ids = new Map<string, string>()
  /** Sessions whose parents may come later. A session in the store with the same id may be a different one. */
  let waiting: readonly Placed[] = []

  const place = async (placed: Placed) => {
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
  /** Maps the parent to its id in this store, or removes it if there is none. */
  const linked = async (session: ImportedSession): Promise<ImportedSession> => {
    const { parentSessionId: parent, link, ...alone } = session
    if (parent === undefined) return session
    const known = ids.get(parent) ?? ((await store.sessions.get(parent)) && parent)
    return known === undefined ? alone : { ...session, parentSessionId: known }
  }
  const addExport = async (fields: Fields, file: string, line: number): Promise<1> => {
    try {
      const read = isHermesAgent(fields) ? fromHermesAgent(fields) : [fromExport(fields)]
      for (const session of read) await place({ session, file, line })
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      problems.push({ file, line, reason: error.message })
    }
    return 1
  }

  return {
    async add({ path: file, name, lines, isOptional }) {
      const others: Fields[] = []
      const broken: ImportProblem[] = []
      let found = 0
      for await (const read of lines) {
        if ('problem' in read) broken.push({ file, line: read.line, reason: read.problem })
        else if (!isExport(read.fields)) others.push(read.fields)
        else found += await addExport(read.fields, file, read.line)
      }
      const logged = fromLog(others, name)
      for (const session of logged ?? []) await place({ session, file })
      if (logged || found > 0 || !isOptional) problems.push(...broken)
      if (logged || found > 0) return
      if (isOptional) passedOver.push(file)
      else if (broken.length === 0) problems.push({ file, reason: unrecognised })
    },
    async finish() {
      while (waiting.length > 0) {
        const ready = readyOf(waiting)
        waiting = waiting.filter((placed) => !ready.includes(placed))
        for (const placed of ready) await put(placed)
      }
      return { sessions, problems, passedOver }
    },
  }
}

/** Returns the sessions whose parents are not waiting; all of them if they form a cycle. */
function readyOf(waiting: readonly Placed[]): readonly Placed[] {
  const ids = new Set(waiting.map(({ session }) => session.id))
  const ready = waiting.filter(({ session: { parentSessionId: parent } }) => parent === undefined || !ids.has(parent))
  return ready.length > 0 ? ready : waiting
}

/** Reads the sessions of another program's log. Returns `undefined` for any other file. */
function fromLog(lines: readonly Fields[], name: string): readonly ImportedSession[] | undefined {
  const id = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.exec(name)?.[0] ?? name
  if (lines.some(isOpenClaw)) return fromOpenClaw(lines, id)
  if (lines.some(isClaudeCode)) return fromClaudeCode(lines, id)
  return lines.some(isCodex) ? fromCodex(lines, id) : undefined
}
