import type { JsonObject, JsonValue } from '../values/json.js'

/**
 * Metadata of a session: one JSON value per name. You read and write each value through its {@link SessionNote}, which validates it,
 * because another version or a person may have written something else. A store keeps the values unchanged.
 */
export type SessionNotes = JsonObject

/** One note of a session, with the type of its value. */
export interface SessionNote<Value> {
  readonly name: string
  /** Returns the note's value; `undefined` if it is missing or invalid. */
  of(session: { readonly notes: SessionNotes }): Value | undefined
  /** Returns the notes with this note set. */
  with(notes: SessionNotes, value: Value): SessionNotes
  /** Returns the notes without this note. */
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
