import { existsSync } from 'node:fs'
import { HermesError } from '@hermes/core'
import type { HomeOptions } from './open-home.js'
import { findHome } from './open-home.js'

/**
 * The file that holds the sessions, for what is done to files.
 * @throws {HermesError} when there is none.
 */
export async function requireStoreFile(options: HomeOptions): Promise<string> {
  const { state } = findHome(options)
  if (existsSync(state)) return state
  throw new HermesError(
    'cli/no-store',
    `There is no session store at ${state} yet: it begins with the first conversation.`,
  )
}
