import type { Logger, SessionStore } from '@hermes/core'
import type { HomePaths } from './home-paths.js'

/**
 * Opens a home's session store alone, for commands that need no agent. Dispose it when done.
 * @throws {StoreError} when the file cannot be opened or is of a newer Hermes.
 */
export async function openStore(paths: HomePaths, services: { readonly logger?: Logger } = {}): Promise<SessionStore> {
  const { createSqliteStore } = await import('@hermes/state')
  return createSqliteStore({ path: paths.state, services })
}
