import { setImmediate as nextTurn } from 'node:timers/promises'
import { english } from '@hermes/safety/language'
import type { Database, Statement } from '../../connection/driver/database.js'
import { acceptDamagedRows } from '../check/check-checksums.js'
import { lostMessages } from '../check/lost-messages.js'
import { recount } from '../check/recount.js'
import { repairReferences } from '../check/repair-references.js'
import type { PageImage } from '../pages/page-image.js'
import { type FoundRow, noDamage, readRows, readSchema } from '../pages/read-rows.js'
import type { SqlValue } from '../pages/record.js'
import { parseTablePage } from '../pages/table-page.js'
import { type TableShape, tableShapes } from '../pages/table-shape.js'
import { repairRow } from './repair-row.js'

const rowsPerTurn = 500

/** Sets the id of a store whose own id could not be read: that of its record, or a new one. */
const insertStoreId = `
  insert or ignore into state_meta (key, value) values ('store_id', coalesce(?, lower(hex(randomblob(16)))))`

/**
 * Table whose losses are not reported. It contains the id of the store, which the record also has, and the progress of
 * work that can be repeated.
 */
const replaceable = 'state_meta'

/**
 * Copies every readable row into an empty store of the same version.
 *
 * @param storeId The id that the store had when its newest message was acknowledged, if known.
 * @returns one sentence per loss.
 */
export async function fillCleanFile(
  database: Database,
  image: PageImage,
  storeId?: string,
): Promise<readonly string[]> {
  database.pragma('foreign_keys = OFF')
  database.exec('begin immediate')
  // The recovered store keeps its identity.
  database.exec('delete from state_meta')
  const shapes = tableShapes(database)
  // Without this row, each message is indexed as soon as it is stored.
  const progress = shapes.find(({ name }) => name === 'search_state')
  if (progress) database.exec('delete from search_state')
  const damage = noDamage()
  const insert = createInsert(database)
  const unreadable = new Map<string, number>()
  const altered = new Map<string, number>()
  let rows = 0
  for (const found of readRows(image, shapes, damage)) {
    if (found.table === progress) continue
    const outcome = insert(found)
    if (outcome === 'unreadable') add(unreadable, found.table.name)
    if (outcome === 'altered') add(altered, found.table.name)
    if (++rows % rowsPerTurn === 0) await nextTurn()
  }
  database.prepare(insertStoreId).run(storeId ?? null)
  keepSequences(database, image)
  const references = repairReferences(database)
  const losses = [
    ...(image.damagedFrames === 0 ? [] : [english`${image.damagedFrames} pages of the write-ahead log were damaged.`]),
    ...sentences(damage.pages, (count, table) => english`${count} pages of ${table} could not be read.`),
    ...sentences(sum(damage.rows, unreadable), (count, table) => english`${count} rows of ${table} could not be read.`),
    ...sentences(altered, (count, table) => english`${count} damaged rows of ${table} were kept.`),
    ...(await acceptDamagedRows(database)),
    ...references,
    ...lostMessages(recount(database)),
  ]
  database.exec('commit')
  return losses
}

type Outcome = 'stored' | 'altered' | 'unreadable'

function createInsert(database: Database): (found: FoundRow) => Outcome {
  const statements = new Map<string, Statement<SqlValue[]>>()
  const statementOf = ({ name, columns }: TableShape, count: number) => {
    const key = `${name} ${count}`
    const known = statements.get(key)
    if (known) return known
    const names = columns.slice(0, count).map((column) => `"${column.name}"`)
    const statement = database.prepare<SqlValue[]>(
      `insert or ignore into "${name}" (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
    )
    statements.set(key, statement)
    return statement
  }
  return ({ table, row }) => {
    const repaired = repairRow(row, table)
    if (!repaired) return 'unreadable'
    // The first row wins, because pages that are not part of a tree may contain older copies.
    const { changes } = statementOf(table, repaired.values.length).run(...repaired.values)
    return repaired.isAltered && changes > 0 ? 'altered' : 'stored'
  }
}

/** Restores the sequences, so that message ids are never reused, not even those of deleted messages. */
function keepSequences(database: Database, image: PageImage): void {
  const root = readSchema(image).find(({ name }) => name === 'sqlite_sequence')?.rootPage
  const page = root === undefined ? undefined : parseTablePage(image, root)
  if (page?.type !== 'leaf') return
  const update = database.prepare('update sqlite_sequence set seq = max(seq, ?) where name = ?')
  for (const { values } of page.rows) {
    const [name, sequence] = values
    if (typeof name === 'string' && typeof sequence === 'number') update.run(sequence, name)
  }
}

function sentences(counts: ReadonlyMap<string, number>, toSentence: (count: number, table: string) => string) {
  return [...counts].filter(([table]) => table !== replaceable).map(([table, count]) => toSentence(count, table))
}

function sum(first: ReadonlyMap<string, number>, second: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const names = new Set([...first.keys(), ...second.keys()])
  return new Map([...names].map((name) => [name, (first.get(name) ?? 0) + (second.get(name) ?? 0)]))
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}
