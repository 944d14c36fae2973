import type { DatabaseSync } from 'node:sqlite'
import type { ReadLine } from '@hermes/conversations/stored'

/**
 * Yields the sessions in a store of the Hermes Agent in Python, each in its export format: the session row with its message rows. Columns
 * differ between releases, and all of them are included. Sessions without messages are skipped.
 */
export function* readSessions(database: DatabaseSync): Generator<ReadLine> {
  // Parents come first, which suits the importer best.
  const sessions = database.prepare(
    `select sessions.*, parent.end_reason as parent_end_reason from sessions
     left join sessions parent on parent.id = sessions.parent_session_id order by sessions.started_at, sessions.id`,
  )
  const messages = database.prepare('select * from messages where session_id = ? order by id')
  let line = 0
  for (const session of sessions.iterate()) {
    line++
    const rows = messages.all(session.id ?? null).map(readable)
    if (rows.length > 0) yield { line, fields: { ...readable(session), messages: rows } }
  }
}

/** Decodes text that was stored as bytes. */
function readable(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const decode = (value: unknown) => (value instanceof Uint8Array ? new TextDecoder().decode(value) : value)
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, decode(value)]))
}

/** Whether a database has the tables of that program. */
export function holdsSessions(database: DatabaseSync): boolean {
  const names = database.prepare("select name from sqlite_master where type = 'table'").all()
  const tables = new Set(names.map(({ name }) => name))
  return ['sessions', 'messages', 'schema_version'].every((name) => tables.has(name))
}
