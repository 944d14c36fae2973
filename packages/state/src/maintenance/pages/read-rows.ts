import type { PageImage } from './page-image.js'
import type { StoredRow } from './table-page.js'
import { parseTablePage } from './table-page.js'
import { hasShape, type TableShape } from './table-shape.js'

export interface FoundRow {
  readonly table: TableShape
  readonly row: StoredRow
}

/** Counts of unreadable pages and rows by table. They grow while rows are read. */
export interface ReadingDamage {
  readonly pages: Map<string, number>
  readonly rows: Map<string, number>
}

/** A row of `sqlite_schema`. */
export interface SchemaEntry {
  readonly type: string
  readonly name: string
  readonly rootPage: number
  readonly sql: string
}

const schemaTable = 'sqlite_schema'

/** Returns the tables and other objects according to the file itself, or `[]` when that page cannot be read. */
export function readSchema(image: PageImage): readonly SchemaEntry[] {
  const entries: SchemaEntry[] = []
  for (const { values } of walk(image, 1, new Set(), noDamage(), schemaTable)) {
    const [type, name, , rootPage, sql] = values
    if (typeof type === 'string' && typeof name === 'string' && typeof rootPage === 'number') {
      entries.push({ type, name, rootPage, sql: typeof sql === 'string' ? sql : '' })
    }
  }
  return entries
}

export function noDamage(): ReadingDamage {
  return { pages: new Map(), rows: new Map() }
}

/**
 * Reads all rows of the given tables: first through the b-trees; then, for damaged trees, from pages without a parent,
 * recognized by the shape of their rows. Free pages contain deleted rows and are skipped.
 */
export function* readRows(image: PageImage, shapes: readonly TableShape[], damage: ReadingDamage): Generator<FoundRow> {
  const visited = new Set<number>()
  const schema = readSchema(image)
  const broken: TableShape[] = []
  for (const table of shapes) {
    const root = schema.find(({ type, name }) => type === 'table' && name === table.name)?.rootPage
    if (root !== undefined) {
      for (const row of walk(image, root, visited, damage, table.name)) {
        const owner = hasShape(row, table) ? table : shapes.find((shape) => hasShape(row, shape))
        if (owner) yield { table: owner, row }
        else count(damage.rows, table.name)
      }
    }
    if (root === undefined || damage.pages.has(table.name)) broken.push(table)
  }
  if (broken.length > 0) yield* lostRows(image, broken, visited)
}

function* walk(
  image: PageImage,
  root: number,
  visited: Set<number>,
  damage: ReadingDamage,
  name: string,
): Generator<StoredRow> {
  const pending = [root]
  for (let number = pending.pop(); number !== undefined; number = pending.pop()) {
    if (visited.has(number)) continue
    visited.add(number)
    const page = parseTablePage(image, number)
    if (!page) {
      count(damage.pages, name)
      continue
    }
    if (page.type === 'interior') {
      pending.push(...page.children.toReversed())
      continue
    }
    if (page.damagedRows > 0) count(damage.rows, name, page.damagedRows)
    yield* page.rows
  }
}

function* lostRows(image: PageImage, tables: readonly TableShape[], visited: Set<number>): Generator<FoundRow> {
  const free = freePages(image)
  for (let number = 2; number <= image.pageCount; number++) {
    if (visited.has(number) || free.has(number)) continue
    const page = parseTablePage(image, number)
    if (page?.type !== 'leaf') continue
    for (const row of page.rows) {
      const table = tables.find((shape) => hasShape(row, shape))
      if (table) yield { table, row }
    }
  }
}

/** Returns the free pages. See https://sqlite.org/fileformat2.html#the_freelist. */
function freePages(image: PageImage): ReadonlySet<number> {
  const free = new Set<number>()
  let trunk = image.page(1)?.readUInt32BE(32) ?? 0
  while (trunk !== 0 && !free.has(trunk)) {
    const page = image.page(trunk)
    if (!page) break
    free.add(trunk)
    const leaves = Math.min(page.readUInt32BE(4), image.pageSize / 4 - 2)
    for (let index = 0; index < leaves; index++) free.add(page.readUInt32BE(8 + 4 * index))
    trunk = page.readUInt32BE(0)
  }
  return free
}

function count(counts: Map<string, number>, name: string, by = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + by)
}
