import { defineSessionNote, type SessionNotes } from '../contracts/sessions/session-notes.js'
import {
  type ContentOrigin,
  isUntrusted,
  maxOriginChars,
  originKey,
  originKinds,
  type ReadOrigins,
} from '../contracts/values/content-origin.js'
import type { JsonObject, JsonValue } from '../contracts/values/json.js'
import { isRecord } from '../json/is-record.js'

/** What a session remembers about the content that it has read. */
export interface OriginsNote {
  readonly read: readonly KnownOrigin[]
  /** The origins that the owner trusts in this conversation. */
  readonly trusted: readonly ContentOrigin[]
}

export interface KnownOrigin extends ContentOrigin {
  /**
   * The time of the first message with content of this origin: without the messages from then on, the conversation contains none of
   * it. Absent if that is unknown, as after a compression, whose summary may contain it.
   */
  readonly sinceMs?: number
}

/** The untrusted content that the conversation has read. Continuations and branches copy the note. */
export const originsNote = defineSessionNote<OriginsNote>('origins', {
  read: (value) =>
    isRecord(value) ? { read: readKnown(value.read), trusted: parseOrigins(value.trusted) } : undefined,
  write: ({ read, trusted }) => ({
    read: read.map(toJson),
    ...(trusted.length > 0 && { trusted: trusted.map(toJson) }),
  }),
})

/** Adds what was read now to the note. Earlier origins keep their time. */
export function addOrigins(
  note: OriginsNote | undefined,
  read: readonly ContentOrigin[],
  sinceMs: number,
): OriginsNote {
  const known = new Map(note?.read.map((origin) => [originKey(origin), origin]))
  return {
    read: read.map((origin) => known.get(originKey(origin)) ?? { ...origin, sinceMs }),
    trusted: note?.trusted ?? [],
  }
}

/** Keeps all origins for the continuation of a compressed session, whose summary may contain what was read. */
export function keepOriginsForGood(notes: SessionNotes): SessionNotes {
  const note = originsNote.of({ notes })
  if (!note) return notes
  return originsNote.with(notes, { ...note, read: note.read.map(({ sinceMs: _, ...origin }) => origin) })
}

/**
 * Returns the note of a conversation whose newest messages were taken back, without origins of which it no longer
 * contains anything.
 * @param latestMs The time of the newest remaining message. Absent if there is none.
 */
export function withoutOriginsAfter(
  note: OriginsNote,
  latestMs = Number.NEGATIVE_INFINITY,
): { readonly note: OriginsNote; readonly removed: readonly KnownOrigin[] } {
  const isGone = ({ sinceMs = Number.NEGATIVE_INFINITY }: KnownOrigin) => sinceMs > latestMs
  return {
    note: { ...note, read: note.read.filter((origin) => !isGone(origin)) },
    removed: note.read.filter(isGone),
  }
}

/** The number of names above which new origins are only remembered by their kind. */
const mostNames = 200

/**
 * Creates the origins of a run.
 * @param note What the session has stored.
 * @param parent The origins of the run that started this one. They count as read, and what is added here is added there
 * as well.
 */
export function createReadOrigins(note: OriginsNote | undefined, parent?: ReadOrigins): ReadOrigins {
  const trusted = new Set(note?.trusted.map(originKey))
  const known = new Map<string, ContentOrigin>()
  let list: readonly ContentOrigin[] = []
  const add = (origins: readonly ContentOrigin[]) => {
    for (const origin of origins) {
      if (!isUntrusted(origin)) continue
      const { kind } = origin
      const kept = known.size < mostNames ? shortened(origin) : { kind }
      const key = originKey(kept)
      if (known.has(key)) continue
      known.set(key, kept)
      list = [...known.values()]
    }
  }
  add([...(note?.read ?? []), ...(parent?.list() ?? [])])
  return {
    list: () => list,
    isTrusted: (origin) => trusted.has(originKey(origin)) || (parent?.isTrusted(origin) ?? false),
    add(origins) {
      if (origins.length === 0) return
      add(origins)
      parent?.add(origins)
    },
  }
}

function shortened({ kind, name }: ContentOrigin): ContentOrigin {
  const line = name?.replaceAll(/\s+/g, ' ').trim().slice(0, maxOriginChars).toWellFormed()
  return { kind, ...(line && { name: line }) }
}

function toJson({ kind, name, sinceMs }: KnownOrigin): JsonObject {
  return { kind, ...(name !== undefined && { name }), ...(sinceMs !== undefined && { sinceMs }) }
}

function readKnown(value: JsonValue | undefined): readonly KnownOrigin[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((entry: JsonValue) =>
    parseOrigins([entry]).map((origin) => {
      const sinceMs = isRecord(entry) ? entry.sinceMs : undefined
      return typeof sinceMs === 'number' ? { ...origin, sinceMs } : origin
    }),
  )
}

/** Parses the origins in a stored list. Entries that are not origins are left out. */
export function parseOrigins(value: JsonValue | undefined): readonly ContentOrigin[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((entry: JsonValue) => {
    if (!isRecord(entry)) return []
    const kind = originKinds.find((known) => known === entry.kind)
    return kind ? [shortened({ kind, ...(typeof entry.name === 'string' && { name: entry.name }) })] : []
  })
}
