import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { HermesError } from '@hermes/core'

/** Home of the Hermes Agent in Python. */
export interface Source {
  readonly home: string
  /** Path of its session store. Absent if it has none. */
  readonly state?: string
  /** Entries that are not imported. */
  readonly others: readonly string[]
}

const imported = ['SOUL.md', 'memories', 'skills', 'state.db', 'state.db-wal', 'state.db-shm']
/** Entries that users may miss. Caches, locks and logs are not listed. */
const missed =
  /^(config\.yaml|\.env|auth\.json|profiles|plugins|hooks|cron|skill-bundles|sessions|pairing|mcp-tokens|kanban\.db)$/

/**
 * Inspects the home of the other program.
 * @throws {HermesError} `cli/import` when it does not exist, is the target home itself, or has a store that is not a file.
 */
export async function findSource(home: string, own: string): Promise<Source> {
  const names = await readdir(home).catch((cause: NodeJS.ErrnoException) => {
    throw new HermesError('cli/import', `${home} cannot be read (${cause.code}): name the home with --from.`, { cause })
  })
  if ((await realpath(home)) === (await realpath(own).catch(() => own))) {
    throw new HermesError(
      'cli/import',
      `${home} is the home of this Hermes as well: choose another home for this one with HERMES_HOME or --profile, then import again.`,
    )
  }
  const state = join(home, 'state.db')
  const status = await stat(state).catch(() => undefined)
  // Opening a pipe would wait for a writer.
  if (status && !status.isFile())
    throw new HermesError('cli/import', `${state} is not a regular file: name another home with --from.`)
  return {
    home,
    ...(names.includes('state.db') && { state }),
    others: names.filter((name) => !imported.includes(name) && missed.test(name)).toSorted(),
  }
}
