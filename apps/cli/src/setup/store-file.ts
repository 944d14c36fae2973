import { existsSync } from 'node:fs'
import { ConfigError, HermesError } from '@hermes/core'
import { readDatabaseSettings } from '@hermes/runtime'
import { findHome, findPreparedHome, type HomeOptions } from './open-home.js'

/** Whether the sessions of a home are kept in PostgreSQL, and not in its file. Settings that are broken do not say so. */
export async function isInDatabase(options: HomeOptions): Promise<boolean> {
  const paths = findHome(options)
  try {
    return (await readDatabaseSettings({ paths, variables: options.io.env })).url !== undefined
  } catch (error) {
    if (ConfigError.is(error)) return false
    throw error
  }
}

/**
 * The file that holds the sessions, for what is done to files.
 * @throws {HermesError} when there is none: `what` says what would have been done, `instead` what does it in PostgreSQL.
 */
export async function requireStoreFile(
  options: HomeOptions,
  { what, instead }: { readonly what: string; readonly instead: string },
): Promise<string> {
  const paths = await findPreparedHome(options)
  if (await isInDatabase(options)) {
    throw new HermesError('cli/no-store', `The sessions are in PostgreSQL: ${what} with ${instead}.`)
  }
  if (existsSync(paths.state)) return paths.state
  const sentence = `There is no session store at ${paths.state} yet: it begins with the first conversation.`
  throw new HermesError('cli/no-store', sentence)
}
