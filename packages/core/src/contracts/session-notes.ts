import type { JsonObject, JsonValue } from './json.js'

/**
 * What a session keeps beside its messages: one JSON value by name. Each is read and written through its {@link SessionNote}, so
 * that what another version or a hand has written cannot pass for what is expected. A store keeps them as they are.
 */
export type SessionNotes = JsonObject

/** One note of a session, with the type of its value. */
export interface SessionNote<Value> {
  readonly name: string
  /** `undefined` where there is none, or none that is valid. */
  of(session: { readonly notes: SessionNotes }): Value | undefined
  /** The notes with this one, in the place of an earlier one. */
  with(notes: SessionNotes, value: Value): SessionNotes
  /** The notes without this one. */
  without(notes: SessionNotes): SessionNotes
}

export interface SessionNoteSchema<Value> {
  /** `undefined` for what is no such value. */
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
