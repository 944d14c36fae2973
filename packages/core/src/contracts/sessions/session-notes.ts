import type { JsonObject, JsonValue } from '../values/json.js'

/**
 * Metadata of a session: one JSON value by name. Each value is read and written through its {@link SessionNote}, which validates
 * it: another version, or a person, may have written something else. A store keeps the values unchanged.
 */
export type SessionNotes = JsonObject

/** One note of a session, with the type of its value. */
export interface SessionNote<Value> {
  readonly name: string
  /** `undefined` if the note is missing or invalid. */
  of(session: { readonly notes: SessionNotes }): Value | undefined
  /** The notes with this one set. */
  with(notes: SessionNotes, value: Value): SessionNotes
  /** The notes without this one. */
  without(notes: SessionNotes): SessionNotes
}

export interface SessionNoteSchema<Value> {
  /** Returns `undefined` for an invalid value. */
  read(value: JsonValue): Value | undefined
  write(value: Value): JsonValue
}

/**
 * @example
 * ```ts
 * const mood = defineSessionNote('mood', { read: (value) => (typeof value === 'string' ? value : undefined), write: (value) => value })
 * await store.sessions.update(record.id, { notes: mood.with(record.notes, 'cheerful') })
 * ```
 */
export function defineSessionNote<Value>(name: string, schema: SessionNoteSchema<Value>): SessionNote<Value> {
  return {
    name,
    of({ notes }) {
      const value = Object.hasOwn(notes, name) ? notes[name] : undefined
      return value === undefined ? undefined : schema.read(value)
    },
    with: (notes, value) => ({ ...notes, [name]: schema.write(value) }),
    without({ [name]: _, ...others }) {
      return others
    },
  }
}
