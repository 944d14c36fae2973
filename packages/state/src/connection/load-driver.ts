import { StoreError } from '@hermes/core'
import type { Driver } from './driver/database.js'

/** Required version of SQLite. Older versions can lose writes when two processes restart the write-ahead log at the same time. */
const requiredSqlite = [3, 51, 3] as const

/** Node-API version that better-sqlite3 needs. On older versions, it crashes with a segmentation fault. */
const requiredNodeApi = 10

/** Whether this version of SQLite is free of known data loss bugs. */
export function isTrusted(version: string): boolean {
  const found = version.split('.').map(Number)
  for (const [position, required] of requiredSqlite.entries()) {
    const part = found[position] ?? 0
    if (part !== required) return part > required
  }
  return true
}

/**
 * Loads SQLite when the first store is opened: the one built into Node.js, or better-sqlite3 when that is too old.
 *
 * @throws {StoreError} `unavailable` when neither can be used.
 */
export async function loadDriver(versions: NodeJS.ProcessVersions = process.versions): Promise<Driver> {
  if (isTrusted(versions.sqlite ?? '0')) return (await import('./driver/node-database.js')).NodeDatabase
  if (Number(versions.napi ?? 0) < requiredNodeApi) throw unusable(versions)
  const library = await importLibrary(versions)
  if (!isTrusted(versionOfSqlite(library))) throw unusable(versions)
  return library
}

async function importLibrary(versions: NodeJS.ProcessVersions): Promise<Driver> {
  try {
    return (await import('better-sqlite3')).default
  } catch (cause) {
    throw unusable(versions, cause)
  }
}

function unusable({ node, sqlite = 'none' }: NodeJS.ProcessVersions, cause?: unknown): StoreError {
  return new StoreError(
    'unavailable',
    `The session store needs SQLite ${requiredSqlite.join('.')} or newer, but Node.js ${node} contains ${sqlite}: ` +
      'update Node.js (the newest 22 and 24 contain it), or install better-sqlite3 13.',
    { cause },
  )
}

function versionOfSqlite(Library: Driver): string {
  const database = new Library(':memory:')
  try {
    return database.prepare<[], string>('select sqlite_version()').pluck().get() ?? ''
  } finally {
    database.close()
  }
}
