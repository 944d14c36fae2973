import { setImmediate as nextTurn } from 'node:timers/promises'
import { english } from '@hermes/safety/language'
import type { Database, SqlValue } from '../../connection/driver/database.js'
import { type CheckedTable, checkedColumns, checksumOf, notChecked } from '../../rows/checksum.js'
import { toCheckedValue } from '../../rows/row-checksum.js'
import { createHasTexts, rehashDamagedTexts } from './damaged-texts.js'
import type { StoreProblem } from './store-health.js'

const rowsPerTurn = 1000
/** Maximum number of damaged rows to name for each table. */
const mostNamed = 20

interface Names {
  /** SQL expression that names a row to a user. */
  readonly row: string
  readonly where?: string
}

const names: Readonly<Record<CheckedTable, Names>> = {
  messages: { row: `'message ' || id || ' of session ' || session_id` },
  questions: { row: `'question ' || id` },
  // A session that was recreated from its messages has no known checksum.
  sessions: { row: `'record of session ' || id`, where: `where checksum <> ${notChecked}` },
  shared_texts: { row: `'text ' || hash` },
  state_values: { row: `'value ' || namespace || '/' || key` },
  // The payload of a finished item was deleted.
  work_items: { row: `'item ' || queue || '/' || id`, where: `where status <> 'done'` },
}

/** Finds rows that differ from what was stored. Files of versions without checksums have no findings. */
export async function checkChecksums(database: Database, signal?: AbortSignal): Promise<readonly StoreProblem[]> {
  const problems: StoreProblem[] = []
  for (const table of tablesWithChecksums(database)) {
    const damaged = await damagedRows(database, table, signal)
    for (const text of toSentences(table, damaged, (row) => english`The stored ${row} was changed by damage.`)) {
      problems.push({ kind: 'content', text, repairable: true })
    }
  }
  return problems
}

/**
 * Accepts the damaged rows as they are now, because what was stored is lost. Call it inside a transaction.
 *
 * @returns one sentence for each row.
 */
export async function acceptDamagedRows(database: Database): Promise<readonly string[]> {
  rehashDamagedTexts(database)
  const sentences: string[] = []
  for (const table of tablesWithChecksums(database)) {
    const update = database.prepare(`update ${table} set checksum = ? where rowid = ?`)
    const damaged = await damagedRows(database, table)
    for (const { rowid, found } of damaged) update.run(found, rowid)
    sentences.push(
      ...toSentences(
        table,
        damaged,
        (row) => english`The stored ${row} was damaged, and is kept as far as it can be read.`,
      ),
    )
  }
  return sentences
}

function toSentences(
  table: CheckedTable,
  damaged: readonly DamagedRow[],
  tell: (row: string) => string,
): readonly string[] {
  const named = damaged.slice(0, mostNamed).map(({ name }) => tell(name))
  const more = damaged.length - named.length
  return more === 0 ? named : [...named, english`${more} more rows of ${table} were damaged.`]
}

export const checkedTables: readonly CheckedTable[] = [
  'messages',
  'questions',
  'sessions',
  'shared_texts',
  'state_values',
  'work_items',
]

function tablesWithChecksums(database: Database): readonly CheckedTable[] {
  const column = database.prepare("select 1 from pragma_table_info(?) where name = 'checksum'")
  return checkedTables.filter((table) => column.get(table) !== undefined)
}

interface DamagedRow {
  readonly rowid: number
  readonly name: string
  /** Checksum of what can be read. */
  readonly found: number
}

async function damagedRows(
  database: Database,
  table: CheckedTable,
  signal?: AbortSignal,
): Promise<readonly DamagedRow[]> {
  const { row: name, where = '' } = names[table]
  const existing = new Set(
    database.prepare<[string], string>('select name from pragma_table_info(?)').pluck().all(table),
  )
  // A column that the version of the file lacks is null.
  const columns = checkedColumns[table].filter((column) => existing.has(column))
  const hasTexts = table === 'sessions' ? createHasTexts(database) : () => true
  const select = database.prepare<[], Record<string, SqlValue>>(
    `select rowid as row_number, ${name} as row_name, checksum, ${columns.join(', ')} from ${table} ${where}`,
  )
  const damaged: DamagedRow[] = []
  let rows = 0
  for (const row of select.iterate()) {
    const found = checksumOf(columns.map((column) => toCheckedValue(row[column] ?? null) ?? null))
    if (row.checksum !== found || !hasTexts(row))
      damaged.push({ rowid: Number(row.row_number), name: String(row.row_name), found })
    if (++rows % rowsPerTurn !== 0) continue
    await nextTurn()
    signal?.throwIfAborted()
  }
  return damaged
}
