import type { PageImage } from './page-image.js'
import { parseRecord, readVarint, type StoredRecord } from './record.js'

/** A page of a table. See https://sqlite.org/fileformat2.html#b_tree_pages. */
export type TablePage =
  | { readonly type: 'leaf'; readonly rows: readonly StoredRow[]; readonly damagedRows: number }
  | { readonly type: 'interior'; readonly children: readonly number[] }

export interface StoredRow extends StoredRecord {
  readonly rowid: number
}

const interior = 5
const leaf = 13
const pagesOfFile = 0x7f_ff_ff_ff

/** Parses a page. @returns `undefined` when it is not a page of a table. */
export function parseTablePage(image: PageImage, number: number): TablePage | undefined {
  const page = image.page(number)
  if (!page) return undefined
  const begin = number === 1 ? 100 : 0
  const type = page[begin]
  if (type !== leaf && type !== interior) return undefined
  const cells = cellsOf(page, begin, type === leaf ? 8 : 12)
  if (!cells) return undefined
  if (type === interior) return { type: 'interior', children: childrenOf(page, begin, cells) }
  const rows = cells.map((at) => parseRow(image, page, at))
  const whole = rows.filter((row) => row !== undefined)
  return { type: 'leaf', rows: whole, damagedRows: rows.length - whole.length }
}

function cellsOf(page: Buffer, begin: number, headerBytes: number): readonly number[] | undefined {
  const count = page.readUInt16BE(begin + 3)
  const first = begin + headerBytes
  if (first + 2 * count > page.length) return undefined
  return Array.from({ length: count }, (_, index) => page.readUInt16BE(first + 2 * index))
}

function childrenOf(page: Buffer, begin: number, cells: readonly number[]): readonly number[] {
  const left = cells.filter((at) => at + 4 <= page.length).map((at) => page.readUInt32BE(at))
  return [...left, page.readUInt32BE(begin + 8)]
}

function parseRow(image: PageImage, page: Buffer, at: number): StoredRow | undefined {
  const length = readVarint(page, at)
  const rowid = length && readVarint(page, length.next)
  if (!length || !rowid || length.value === 0) return undefined
  const payload = payloadOf(image, page, rowid.next, length.value)
  const record = payload && parseRecord(payload)
  return record && { rowid: rowid.value, ...record }
}

/** Returns the payload of a row. A long one continues on a chain of overflow pages. */
function payloadOf(image: PageImage, page: Buffer, at: number, length: number): Buffer | undefined {
  const local = localLength(length, image.pageSize)
  if (at + local + (local < length ? 4 : 0) > page.length) return undefined
  const parts = [page.subarray(at, at + local)]
  let missing = length - local
  if (missing === 0) return parts[0]
  if (missing > image.pageCount * image.pageSize) return undefined
  let next = page.readUInt32BE(at + local)
  while (missing > 0) {
    const overflow = next > pagesOfFile ? undefined : image.page(next)
    if (!overflow) return undefined
    const part = overflow.subarray(4, 4 + Math.min(missing, image.pageSize - 4))
    parts.push(part)
    missing -= part.length
    next = overflow.readUInt32BE(0)
  }
  // The last page of a chain is marked. Without the mark, the chain is damaged.
  return next === 0 ? Buffer.concat(parts) : undefined
}

function localLength(length: number, usable: number): number {
  const most = usable - 35
  if (length <= most) return length
  const least = Math.floor(((usable - 12) * 32) / 255) - 23
  const fitting = least + ((length - least) % (usable - 4))
  return fitting <= most ? fitting : least
}
