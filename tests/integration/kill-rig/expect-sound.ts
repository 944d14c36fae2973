import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'

/** Expects the file to be intact, and its counters and indexes to match its messages. */
export function expectSound(path: string): void {
  const database = new DatabaseSync(path)
  try {
    expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
    expect(database.prepare('pragma foreign_key_check').all()).toEqual([])
    const miscounted = database.prepare(
      'select id from sessions where message_count <> (select count(*) from messages where session_id = sessions.id)',
    )
    expect(miscounted.all()).toEqual([])
    const indexes = database
      .prepare("select name from sqlite_schema where sql like '%using fts5%'")
      .all()
      .map(({ name }) => name)
    expect(indexes).toContain('messages_fts')
    // Rank 1 compares each index with its rows, and throws on a difference.
    for (const name of indexes) database.exec(`insert into ${name}(${name}, rank) values ('integrity-check', 1)`)
  } finally {
    database.close()
  }
}
