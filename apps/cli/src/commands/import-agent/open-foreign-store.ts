import { constants } from 'node:fs'
import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { HermesError } from '@hermes/core'

/** Another program's SQLite file, opened without changing anything in its folder. */
export interface ForeignStore extends AsyncDisposable {
  readonly database: DatabaseSync
}

/** How often to try to copy a file that changes during the copy. */
const attempts = 5

/**
 * Opens a SQLite file without locks and without creating files next to it. A file with a write-ahead log is copied to the scratch folder
 * together with its log, because reading the log in place would write to its index.
 * @throws {HermesError} `cli/import` when the file cannot be read, or changes constantly.
 */
export async function openForeignStore(path: string, scratch: string): Promise<ForeignStore> {
  const log = await sizeOf(`${path}-wal`)
  if (!log) {
    const database = openFixed(path)
    return { database, [Symbol.asyncDispose]: async () => database.close() }
  }
  const folder = await mkdtemp(join(scratch, 'import-'))
  try {
    const copy = await copyTogether(path, folder)
    const database = new DatabaseSync(copy)
    return {
      database,
      async [Symbol.asyncDispose]() {
        database.close()
        await rm(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/** Opens a file as `immutable`: SQLite takes no locks and opens no journal. */
function openFixed(path: string): DatabaseSync {
  const url = pathToFileURL(path)
  url.searchParams.set('immutable', '1')
  return new DatabaseSync(url, { readOnly: true })
}

/** Copies a file and its log consistently: neither may change during the copy. */
async function copyTogether(path: string, folder: string): Promise<string> {
  const copy = join(folder, 'state.db')
  for (let attempt = 0; attempt < attempts; attempt++) {
    const before = await versionOf(path)
    await copyFile(path, copy, constants.COPYFILE_FICLONE)
    await copyFile(`${path}-wal`, `${copy}-wal`, constants.COPYFILE_FICLONE).catch(unlessMissing)
    if ((await versionOf(path)) === before) return copy
    await rm(`${copy}-wal`, { force: true })
  }
  throw new HermesError(
    'cli/import',
    `${path} is being written to constantly: stop the program that uses it, then try again.`,
  )
}

async function versionOf(path: string): Promise<string> {
  const files = [path, `${path}-wal`].map(async (file) => {
    const status = await stat(file, { bigint: true }).catch(unlessMissing)
    return status ? [status.ino, status.size, status.mtimeNs].join(':') : ''
  })
  return (await Promise.all(files)).join(' ')
}

async function sizeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(unlessMissing))?.size
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
