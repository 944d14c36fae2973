import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSmallFile } from '../read-small-file.js'
import { fileAt, type GitFiles } from './git-files.js'

/** Refs of a repository in the `reftable` format: files that git never changes, and a list that names those in use. */
export interface RefTables {
  /** Tables by path relative to the git directory, in the order of the list. */
  readonly tables: ReadonlyMap<string, RefTable>
  /** Whether the list names only complete tables. */
  readonly isSound: boolean
}

interface RefTable {
  readonly changedAtMs: number
  readonly digest: string
  /** Numbers of the first and the last change in the table. Tables that git joins keep both ends. */
  readonly from: bigint
  readonly to: bigint
}

const list = 'reftable/tables.list'
const plainName = /^\w[\w.-]*$/
/** Table formats. The end of a table begins with a copy of its first bytes. Version 2 also has the type of ids. */
const formats = [
  { version: 1, headBytes: 24, endBytes: 68 },
  { version: 2, headBytes: 28, endBytes: 72 },
]
/** Number of attempts, because a running git may replace tables between reading the list and reading a table. */
const attempts = 3

/** Reads the tables. Returns `undefined` for other ref formats. Tables in `known` that have not changed are not read again. */
export function readTables(data: string, files: GitFiles, known?: RefTables): RefTables | undefined {
  if (!files.has(list)) return undefined
  for (let attempt = 1; ; attempt += 1) {
    const text = listIn(data)
    const names = text.split('\n').filter((name) => name !== '')
    const tables = new Map<string, RefTable>()
    for (const name of names) {
      const path = `reftable/${name}`
      const table = plainName.test(name) ? tableAt(join(data, path), known?.tables.get(path)) : undefined
      if (table) tables.set(path, table)
    }
    const isSound = names.length > 0 && tables.size === names.length
    if (isSound || attempt === attempts || listIn(data) === text) return { tables, isSound }
  }
}

/** Returns whether tables were changed in a way that git itself would not. Git adds tables, and joins adjacent ones. */
export function hasDestroyedTables(before: RefTables, now: RefTables): boolean {
  if (!before.isSound) return false
  const present = [...now.tables.values()]
  const isKept = ([path, table]: readonly [string, RefTable]) => {
    const same = now.tables.get(path)
    if (same) return same.digest === table.digest
    return present.some(({ from, to }) => from <= table.from && table.to <= to)
  }
  return !now.isSound || ![...before.tables].every(isKept)
}

/** Returns whether a path is the list or a table in use. They must be restored together. */
export function isOfTables(path: string, { tables }: RefTables): boolean {
  return path === list || tables.has(path)
}

function listIn(data: string): string {
  return readSmallFile(join(data, list)) ?? ''
}

/** Returns the table at a path, or `undefined` for anything but a complete table. */
function tableAt(path: string, known: RefTable | undefined): RefTable | undefined {
  const changedAtMs = fileAt(path)?.changedAtMs
  if (changedAtMs === undefined) return undefined
  if (known?.changedAtMs === changedAtMs) return known
  const content = contentOf(path)
  const format = formats.find(({ version }) => version === content[4])
  if (!format || content.length < format.headBytes + format.endBytes) return undefined
  const head = content.subarray(0, format.headBytes)
  const end = content.subarray(-format.endBytes)
  if (head.toString('latin1', 0, 4) !== 'REFT' || !end.subarray(0, head.length).equals(head)) return undefined
  const digest = createHash('sha256').update(content).digest('hex')
  return { changedAtMs, digest, from: head.readBigUInt64BE(8), to: head.readBigUInt64BE(16) }
}

function contentOf(path: string): Buffer {
  let file: number | undefined
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    return fstatSync(file).isFile() ? readFileSync(file) : Buffer.alloc(0)
  } catch {
    // Removed or replaced in the meantime.
    return Buffer.alloc(0)
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
