import { StoreError } from '@hermes/core'
import type Driver from 'better-sqlite3'

/** The addon needs Node-API 10 and crashes with a segmentation fault on older versions. */
const requiredNodeApi = 10

/** Older versions can lose writes when two processes restart the write-ahead log at the same time. */
const requiredSqlite = [3, 51, 3] as const

/** @throws {StoreError} when the SQLite version has known data loss bugs. */
export function rejectOldLibrary(version: string): void {
  const found = version.split('.').map(Number)
  for (const [position, required] of requiredSqlite.entries()) {
    const part = found[position] ?? 0
    if (part > required) return
    if (part === required) continue
    throw new StoreError(
      'unavailable',
      `The session store needs SQLite ${requiredSqlite.join('.')} or newer, but better-sqlite3 contains ${version}: reinstall Hermes.`,
    )
  }
}

/** Loads the native SQLite addon when the first store is opened, and only where it can run. */
export async function loadDriver(versions: NodeJS.ProcessVersions = process.versions): Promise<typeof Driver> {
  if (Number(versions.napi ?? 0) < requiredNodeApi) {
    throw new StoreError(
      'unavailable',
      `The session store needs Node.js 22.14 or newer, but this is ${versions.node}: update Node.js.`,
    )
  }
  const library = await importDriver()
  rejectOldLibrary(versionOfSqlite(library))
  return library
}

async function importDriver(): Promise<typeof Driver> {
  try {
    return (await import('better-sqlite3')).default
  } catch (cause) {
    throw new StoreError(
      'unavailable',
      `The session store could not load better-sqlite3 on ${process.platform}-${process.arch}: reinstall Hermes on this machine.`,
      { cause },
    )
  }
}

function versionOfSqlite(Library: typeof Driver): string {
  const database = new Library(':memory:')
  try {
    return database.prepare<[], string>('select sqlite_version()').pluck().get() ?? ''
  } finally {
    database.close()
  }
}
