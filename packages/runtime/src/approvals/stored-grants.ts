import { createHash } from 'node:crypto'
import { createSessionGrants, type SessionGrant, type SessionGrants } from '@hermes/approval'
import type { JsonObject, JsonValue, SessionId, SessionStore } from '@hermes/core'
import { rootOf } from '@hermes/core/sessions'
import { isRecord } from '@hermes/safety'

/** What a person has allowed in a session, for display. */
export interface StoredGrant extends Pick<SessionGrant, 'text' | 'subject'> {
  readonly atMs: number
}

/**
 * The grants of sessions, kept in the store, so that every process on it knows them, also after a restart. They are deleted with their
 * session, and stay with the conversation through compressions.
 */
export interface StoredGrants {
  /** Returns the grants that were given with the same settings. @param settings Compared as a whole. */
  under(settings: string): SessionGrants
  /** Lists the grants, oldest first. */
  list(sessionId: SessionId, settings: readonly string[]): Promise<readonly StoredGrant[]>
  /** Forgets everything that was allowed in the session. @returns how many grants there were. */
  clear(sessionId: SessionId): Promise<number>
}

export interface StoredGrantsOptions {
  readonly store: SessionStore
  /** Redacts the text of calls. */
  readonly redact: (text: string) => string
  /** Returns the current time in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number
}

interface Entry extends StoredGrant {
  readonly settings: string
  /** Hashes of the keys, because a key may contain a whole command. */
  readonly keys: readonly string[]
}

const namespace = 'session-grants'
/** The maximum number of grants. The oldest are dropped first. */
const mostGrants = 300
const mostSubjectChars = 300

/** Opens the stored grants. If the store keeps no values, grants last as long as the process and are not listed. */
export function createStoredGrants({ store, redact, now = Date.now }: StoredGrantsOptions): StoredGrants {
  const { values } = store

  async function conversationOf(sessionId: SessionId): Promise<SessionId> {
    const session = await store.sessions.get(sessionId)
    return session ? (await rootOf(store, session)).id : sessionId
  }

  async function entriesOf(sessionId: SessionId): Promise<readonly Entry[]> {
    return toEntries(await values?.get(namespace, await conversationOf(sessionId)))
  }

  return {
    under(given) {
      if (!values) return createSessionGrants()
      const settings = hashOf(given)
      return {
        async cover(sessionId, keys) {
          const granted = new Set(
            (await entriesOf(sessionId)).flatMap((entry) => (entry.settings === settings ? entry.keys : [])),
          )
          return keys.length > 0 && keys.every((key) => granted.has(hashOf(key)))
        },
        async add(sessionId, { text, keys, subject }) {
          const conversation = await conversationOf(sessionId)
          const shown = redact(subject).slice(0, mostSubjectChars).toWellFormed()
          const entry = { settings, keys: keys.map(hashOf), text: redact(text), subject: shown, atMs: now() }
          await values.update(
            namespace,
            conversation,
            (stored) => [...toEntries(stored), entry].slice(-mostGrants).map(toJson),
            { sessionId: conversation },
          )
        },
      }
    },
    async list(sessionId, settings) {
      const wanted = new Set(settings.map(hashOf))
      const entries = (await entriesOf(sessionId)).filter((entry) => wanted.has(entry.settings))
      return entries.map(({ text, subject, atMs }) => ({ text, subject, atMs }))
    },
    async clear(sessionId) {
      let count = 0
      await values?.update(namespace, await conversationOf(sessionId), (stored) => {
        count = toEntries(stored).length
        return undefined
      })
      return count
    },
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

function toJson({ settings, keys, text, subject, atMs }: Entry): JsonObject {
  return { settings, keys, text, subject, atMs }
}

function toEntries(stored: JsonValue | undefined): readonly Entry[] {
  return Array.isArray(stored) ? stored.flatMap((entry: JsonValue) => toEntry(entry) ?? []) : []
}

/** Parses an entry. Another version may have written a different format, which grants nothing. */
function toEntry(value: JsonValue): Entry | undefined {
  if (!isRecord(value)) return undefined
  const { settings, keys, text, subject, atMs } = value
  if (typeof settings !== 'string' || typeof text !== 'string' || typeof subject !== 'string') return undefined
  if (typeof atMs !== 'number' || !Array.isArray(keys)) return undefined
  return { settings, keys: keys.filter((key) => typeof key === 'string'), text, subject, atMs }
}
