import type { Database, SqlValue } from '../../connection/driver/database.js'
import { checksumOfRow } from '../../rows/checksum.js'
import type { SharedTextRow } from '../../rows/schema.js'
import { toSharedText } from '../../rows/share-texts.js'

interface FoundText extends SharedTextRow {
  readonly rowid: number
}

/**
 * Creates a function that tells whether the shared texts of a session exist as they were stored. Files of versions
 * without shared texts have none.
 */
export function createHasTexts(database: Database): (session: Readonly<Record<string, SqlValue>>) => boolean {
  const sound = new Set<SqlValue>(readTexts(database).flatMap((row) => (isSound(row) ? [row.hash] : [])))
  return ({ shared_notes = null, shared_prompt = null }) =>
    [shared_notes, shared_prompt].every((hash) => hash === null || sound.has(hash))
}

/**
 * Keeps damaged texts under the hash of what can be read, because new sessions refer to the text that was stored, and
 * removes references to missing ones. The checksums of the sessions then differ, so that each session is reported. Call
 * it inside a transaction.
 */
export function rehashDamagedTexts(database: Database): void {
  if (!hasTable(database)) return
  const remove = database.prepare('delete from shared_texts where rowid = ?')
  const insert = database.prepare(
    'insert or ignore into shared_texts (hash, text, checksum) values (@hash, @text, @checksum)',
  )
  const redirectNotes = database.prepare(
    'update sessions set shared_notes = iif(json_valid(@text), @hash, null) where shared_notes = @before',
  )
  const redirectPrompt = database.prepare('update sessions set shared_prompt = @hash where shared_prompt = @before')
  for (const damaged of readTexts(database)) {
    if (isSound(damaged)) continue
    const readable = toSharedText(damaged.text)
    const { hash, text } = readable
    remove.run(damaged.rowid)
    insert.run(readable)
    redirectNotes.run({ text, hash, before: damaged.hash })
    redirectPrompt.run({ hash, before: damaged.hash })
  }
  for (const column of ['shared_notes', 'shared_prompt'])
    database.exec(`update sessions set ${column} = null where ${column} not in (select hash from shared_texts)`)
}

function readTexts(database: Database): readonly FoundText[] {
  return hasTable(database)
    ? database.prepare<[], FoundText>('select rowid, hash, text, checksum from shared_texts').all()
    : []
}

function isSound({ hash, text, checksum }: SharedTextRow): boolean {
  return checksum === checksumOfRow('shared_texts', { hash, text })
}

function hasTable(database: Database): boolean {
  return database.prepare("select 1 from sqlite_schema where name = 'shared_texts'").get() !== undefined
}
