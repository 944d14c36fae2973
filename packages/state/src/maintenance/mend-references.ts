import type { Database } from 'better-sqlite3'

interface Violation {
  readonly table: string
  readonly rowid: number
  readonly parent: string
}

/**
 * Puts in order what belongs to a session that is not there: messages get their session back, links to a parent that is gone
 * are cleared, anything else goes. For inside of a transaction.
 * @returns one sentence for each thing that was done.
 */
export function mendReferences(database: Database): readonly string[] {
  const remade = remakeSessions(database)
  const unlinked = unlinkParents(database)
  const dropped = dropOrphans(database)
  return [
    ...remade.map((id) => `The record of session ${id} was lost; it was made again from its messages.`),
    ...(unlinked === 0 ? [] : [`${unlinked} sessions lost the link to a parent that is no longer there.`]),
    ...[...dropped].map(([table, rows]) => `${rows} rows of ${table} belonged to no session any more.`),
  ]
}

function remakeSessions(database: Database): readonly string[] {
  return database
    .prepare<[], string>(
      `insert into sessions (id, source, started_at, last_activity_at)
       select session_id, 'unknown', min(timestamp), max(timestamp) from messages
       where session_id not in (select id from sessions) group by session_id returning id`,
    )
    .pluck()
    .all()
}

function unlinkParents(database: Database): number {
  return database
    .prepare(
      `update sessions set parent_session_id = null
       where parent_session_id is not null and parent_session_id not in (select id from sessions)`,
    )
    .run().changes
}

function dropOrphans(database: Database): ReadonlyMap<string, number> {
  const dropped = new Map<string, number>()
  for (const { table, rowid } of violations(database)) {
    const { changes } = database.prepare(`delete from "${table}" where rowid = ?`).run(rowid)
    dropped.set(table, (dropped.get(table) ?? 0) + changes)
  }
  return dropped
}

/** Which rows belong to a row that is not there. */
export function violations(database: Database): readonly Violation[] {
  return database.prepare<[], Violation>('select "table", rowid, parent from pragma_foreign_key_check').all()
}
