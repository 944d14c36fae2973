import type { SessionId } from '@hermes/core'

/** What the sessions have seen of files and done to them: to spare them the same text twice, and to warn of changes. */
export interface FileHistory {
  of(sessionId: SessionId): SessionFiles
  /** Something else was done in between: the next call repeats nothing. */
  interrupt(sessionId: SessionId): void
  /** The conversation was shortened: what the session was shown may be gone from it. */
  forget(sessionId: SessionId): void
}

export interface SessionFiles {
  /** How often in a row the session has made this very call, this time included. */
  repeat(call: string): number
  /**
   * Whether the session was shown this view of a file as it is now. The answer counts as given: asked again, it is no, so that
   * a text which is gone from the conversation can be had.
   */
  wasShown(view: FileView): boolean
  show(view: FileView): void
  /** The file was replaced or removed by the session itself. */
  change(file: string, version: string | undefined): void
  /** The file as the session knows it. `undefined`: it has never seen it. */
  versionOf(file: string): string | undefined
  /** How many changes in a row have failed, this one included. */
  fail(file: string): number
}

export interface FileView {
  readonly file: string
  /** Which part of it. */
  readonly part: string
  /** Differs when the file does. */
  readonly version: string
}

const maxSessions = 1_000
const maxFiles = 1_000

/** In memory; the sessions and files that were least recently used are forgotten. */
export function createFileHistory(): FileHistory {
  const sessions = new Map<SessionId, OpenSession>()
  const open = (id: SessionId) => refreshed(sessions, id, maxSessions, createSession)
  return {
    of: open,
    interrupt: (id) => sessions.get(id)?.interrupt(),
    forget: (id) => sessions.get(id)?.forget(),
  }
}

interface OpenSession extends SessionFiles {
  interrupt(): void
  forget(): void
}

interface KnownFile {
  version: string | undefined
  failures: number
  readonly shown: Set<string>
}

function createSession(): OpenSession {
  const files = new Map<string, KnownFile>()
  const known = (file: string) =>
    refreshed(files, file, maxFiles, () => ({ version: undefined, failures: 0, shown: new Set<string>() }))
  let last = { call: '', count: 0 }
  return {
    repeat(call) {
      last = { call, count: last.call === call ? last.count + 1 : 1 }
      return last.count
    },
    wasShown({ file, part, version }) {
      const entry = files.get(file)
      return entry?.version === version && entry.shown.delete(part)
    },
    show({ file, part, version }) {
      const entry = known(file)
      if (entry.version !== version) entry.shown.clear()
      entry.version = version
      entry.shown.add(part)
    },
    change(file, version) {
      Object.assign(known(file), { version, failures: 0, shown: new Set<string>() })
      last = { call: '', count: 0 }
    },
    versionOf: (file) => files.get(file)?.version,
    fail: (file) => {
      const entry = known(file)
      entry.failures += 1
      return entry.failures
    },
    interrupt() {
      last = { call: '', count: 0 }
    },
    forget() {
      last = { call: '', count: 0 }
      for (const { shown } of files.values()) shown.clear()
    },
  }
}

/** The entry of a key, made where it is missing, as the one that was used last. */
function refreshed<Key, Value>(entries: Map<Key, Value>, key: Key, limit: number, create: () => Value): Value {
  const value = entries.get(key) ?? create()
  entries.delete(key)
  entries.set(key, value)
  const [oldest] = entries.keys()
  if (entries.size > limit && oldest !== undefined) entries.delete(oldest)
  return value
}
