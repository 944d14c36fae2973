import { existsSync } from 'node:fs'
import { ConfigError, HermesError } from '@hermes/core'
import { readStoreSettings, storeKindOf } from '@hermes/runtime'
import { findHome, findPreparedHome, type HomeOptions } from './open-home.js'

/**
 * Returns where the sessions are if not in the home's file: `PostgreSQL`, or the name of the extension. Returns `undefined` for the file, and if
 * the settings cannot be read.
 */
export async function storeOutsideHome(options: HomeOptions): Promise<string | undefined> {
  const paths = findHome(options)
  try {
    const settings = await readStoreSettings({ paths, variables: options.io.env })
    const kind = storeKindOf(settings)
    if (kind === 'sqlite') return undefined
    return kind === 'postgres' ? 'PostgreSQL' : settings.store?.use
  } catch (error) {
    if (ConfigError.is(error)) return undefined
    throw error
  }
}

/**
 * Returns the path of the session store, for operations on files.
 * @throws {HermesError} when there is no such file. `what` names the operation, `instead` its equivalent for PostgreSQL.
 */
export async function requireStoreFile(
  options: HomeOptions,
  { what, instead }: { readonly what: string; readonly instead: string },
): Promise<string> {
  const paths = await findPreparedHome(options)
  const place = await storeOutsideHome(options)
  if (place !== undefined) {
    const means = place === 'PostgreSQL' ? instead : 'its own tools'
    throw new HermesError('cli/no-store', `The sessions are in ${place}: ${what} with ${means}.`)
  }
  if (existsSync(paths.state)) return paths.state
  throw new HermesError(
    'cli/no-store',
    `There is no session store at ${paths.state} yet: it is created by the first conversation.`,
  )
}
