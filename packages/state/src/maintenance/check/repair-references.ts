import { english } from '@hermes/safety/language'
import type { Database } from '../../connection/driver/database.js'
import { notChecked } from '../../rows/checksum.js'

interface Violation {
  readonly table: string
  readonly rowid: number
  readonly parent: string
}

/**
 * Repairs references to sessions that do not exist. Recreates the sessions of messages, clears links to missing
 * parents, and deletes all other rows. Call it inside a transaction.
 *
 * @returns one sentence per repair.
 */
export function repairReferences(database: Database): readonly string[] {
  const recreated = recreateSessions(database)
  if (recreated.length > 0) leaveUnchecked(database, recreated)
  const unlinked = unlinkParents(database)
  const dropped = dropOrphans(database)
  return [
    ...recreated.map((id) => english`The record of session ${id} was lost and was recreated from its messages.`),
    ...(unlinked === 0 ? [] : [english`${unlinked} sessions lost the link to a parent that does not exist.`]),
    ...[...dropped].map(([table, rows]) => english`${rows} rows of ${table} belonged to no session and were deleted.`),
  ]
}

function recreateSessions(database: Database): readonly string[] {
  return database
    .prepare<[], string>(
      `insert into sessions (id, source, started_at, last_activity_at)
       select session_id, 'unknown', min(timestamp), max(timestamp) from messages
       where session_id not in (select id from sessions) group by session_id returning id`,
    )
    .pluck()
    .all()
}

function leaveUnchecked(database: Database, sessions: readonly string[]): void {
  const column = database.prepare("select 1 from pragma_table_info('sessions') where name = 'checksum'").get()
  if (column === undefined) return
  const update = database.prepare(`update sessions set checksum = ${notChecked} where id = ?`)
  for (const id of sessions) update.run(id)
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

/** Finds rows whose foreign key points to a missing row. */
export function violations(database: Database): readonly Violation[] {
  return database.prepare<[], Violation>('select "table", rowid, parent from pragma_foreign_key_check').all()
}
