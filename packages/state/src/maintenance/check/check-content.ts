import { isUtf8 } from 'node:buffer'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { english } from '@hermes/safety/language'
import type { Database } from '../../connection/driver/database.js'
import { isCompressedSound } from '../../rows/compressed-content.js'
import { type TableShape, tableShapes } from '../pages/table-shape.js'
import { jsonColumns } from './json-columns.js'
import type { StoreProblem } from './store-health.js'

const rowsPerTurn = 1000

/** Checks that text columns contain valid text and JSON columns contain valid JSON. */
export async function checkContent(database: Database, signal?: AbortSignal): Promise<readonly StoreProblem[]> {
  const problems: StoreProblem[] = []
  for (const table of tableShapes(database)) {
    const damaged =
      (await damagedTexts(database, table, signal)) + brokenJson(database, table) + brokenBlobs(database, table)
    if (damaged === 0) continue
    problems.push({ kind: 'content', text: english`${damaged} values of ${table.name} are damaged.`, repairable: true })
  }
  return problems
}

async function damagedTexts(database: Database, { name, columns }: TableShape, signal?: AbortSignal): Promise<number> {
  const texts = columns.filter(({ type }) => type === 'TEXT').map((column) => `"${column.name}"`)
  if (texts.length === 0) return 0
  const plain = texts.map((column) => `iif(typeof(${column}) = 'text', ${column}, null)`)
  const select = database
    .prepare<[], Buffer>(`select cast(concat_ws('', ${plain.join(', ')}) as blob) from "${name}"`)
    .pluck()
  let damaged = 0
  let rows = 0
  for (const bytes of select.iterate()) {
    if (!isUtf8(bytes)) damaged++
    if (++rows % rowsPerTurn !== 0) continue
    await nextTurn()
    signal?.throwIfAborted()
  }
  return damaged
}

/** Counts compressed texts that cannot be expanded. */
function brokenBlobs(database: Database, { name }: TableShape): number {
  if (name !== 'messages') return 0
  const select = database.prepare<[], Buffer>(`select content from messages where typeof(content) = 'blob'`).pluck()
  let broken = 0
  for (const bytes of select.iterate()) if (!isCompressedSound(bytes)) broken++
  return broken
}

function brokenJson(database: Database, { name, columns }: TableShape): number {
  const broken = (jsonColumns[name] ?? [])
    .filter((column) => columns.some((known) => known.name === column))
    .map((column) => `("${column}" is not null and not json_valid("${column}"))`)
  if (broken.length === 0) return 0
  return (
    database
      .prepare<[], number>(`select coalesce(sum(${broken.join(' + ')}), 0) from "${name}"`)
      .pluck()
      .get() ?? 0
  )
}
