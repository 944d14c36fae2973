import {
  type ContentOrigin,
  isUntrusted,
  maxOriginChars,
  originKey,
  originKinds,
  type ReadOrigins,
} from '../contracts/content-origin.js'
import type { JsonObject, JsonValue } from '../contracts/json.js'
import { defineSessionNote } from '../contracts/session-notes.js'
import { isRecord } from '../json/is-record.js'

/** What a session remembers about the content that it has read. */
export interface OriginsNote {
  readonly read: readonly ContentOrigin[]
  /** Those that the owner trusts in this conversation. */
  readonly trusted: readonly ContentOrigin[]
}

/** The untrusted content that the conversation has read. Continuations and branches copy the note. */
export const originsNote = defineSessionNote<OriginsNote>('origins', {
  read: (value) =>
    isRecord(value) ? { read: readOrigins(value.read), trusted: readOrigins(value.trusted) } : undefined,
  write: ({ read, trusted }) => ({
    read: read.map(toJson),
    ...(trusted.length > 0 && { trusted: trusted.map(toJson) }),
  }),
})

/** From here on, new origins are remembered by their kind only. */
const mostNames = 200

/**
 * @param note What the session has stored.
 * @param parent The origins of the run that started this one. They count as read, and what is added here is added there.
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

function toJson({ kind, name }: ContentOrigin): JsonObject {
  return { kind, ...(name !== undefined && { name }) }
}

function readOrigins(value: JsonValue | undefined): readonly ContentOrigin[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((entry: JsonValue) => {
    if (!isRecord(entry)) return []
    const kind = originKinds.find((known) => known === entry.kind)
    return kind ? [shortened({ kind, ...(typeof entry.name === 'string' && { name: entry.name }) })] : []
  })
}
