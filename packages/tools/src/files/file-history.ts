import type { SessionId } from '@hermes/core'

/** Record of what sessions have read and changed, to avoid repeating text and to warn about changes by others. */
export interface FileHistory {
  of(sessionId: SessionId): SessionFiles
  /** Records that another call was made, so that the next one does not count as a repetition. */
  interrupt(sessionId: SessionId): void
  /** Records that the conversation was compressed, so that earlier output may no longer be in it. */
  forget(sessionId: SessionId): void
}

export interface SessionFiles {
  /** Records a call and returns how often in a row the session has made it, including this time. */
  repeat(call: string): number
  /**
   * Returns whether the session was shown this view of the unchanged file. Returns true only once, so that text that is
   * no longer in the conversation can be read again.
   */
  wasShown(view: FileView): boolean
  show(view: FileView): void
  /** Records that a program of the session has read this version, which the conversation does not show. */
  know(file: string, version: string): void
  /** Records that the session itself replaced or removed the file. */
  change(file: string, version: string | undefined): void
  /** Returns the version that the session knows, or `undefined` when it has never read the file. */
  versionOf(file: string): string | undefined
  /** Records a failed change and returns how many have failed in a row. */
  fail(file: string): number
}

export interface FileView {
  readonly file: string
  /** Identifies the part of the file that was read. */
  readonly part: string
  /** Changes whenever the file changes. */
  readonly version: string
}

const maxSessions = 1_000
const maxFiles = 1_000

/** Creates a history in memory. The least recently used sessions and files are dropped. */
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
  const know = (file: string, version: string) => {
    const entry = known(file)
    if (entry.version !== version) entry.shown.clear()
    entry.version = version
    return entry
  }
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
      know(file, version).shown.add(part)
    },
    know,
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

/** Returns the entry of a key, creates it when missing, and marks it as most recently used. */
function refreshed<Key, Value>(entries: Map<Key, Value>, key: Key, limit: number, create: () => Value): Value {
  const value = entries.get(key) ?? create()
  entries.delete(key)
  entries.set(key, value)
  const [oldest] = entries.keys()
  if (entries.size > limit && oldest !== undefined) entries.delete(oldest)
  return value
}
