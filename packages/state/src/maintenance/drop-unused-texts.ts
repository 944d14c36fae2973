import type { Database } from '../connection/driver/database.js'

/** Condition for unused texts. It reads all sessions, because an index would cost each new session more than the unused texts do. */
const isUnused = `hash not in (
  select shared_notes from sessions where shared_notes is not null
  union select shared_prompt from sessions where shared_prompt is not null)`

/** Whether there are shared texts that no session refers to. */
export function hasUnusedTexts(database: Database): boolean {
  return database.prepare(`select 1 from shared_texts where ${isUnused} limit 1`).get() !== undefined
}

/** Deletes the shared texts that no session refers to. */
export function dropUnusedTexts(database: Database): void {
  database.exec(`delete from shared_texts where ${isUnused}`)
}
