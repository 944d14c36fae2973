import { basename, dirname } from 'node:path'
import { type Embedder, type Logger, type SessionStore, silentLogger } from '@hermes/core'
import type { Redactor } from '@hermes/safety/redact'
import type { DatabaseSettings } from '../schema/database-schema.js'
import type { HomePaths } from './home-paths.js'
import { tellErrors } from './tell-errors.js'

export interface OpenStoreOptions {
  readonly logger?: Logger
  /** Default: the file of the home. */
  readonly database?: DatabaseSettings
  /** Searches the file of the home by meaning, too. */
  readonly embedder?: Embedder | undefined
  /** What the embedder must not get. */
  readonly redactor?: Redactor
  /** Told of damage that was found in the file, and what became of it. */
  readonly onTrouble?: (sentence: string) => void
}

/**
 * Opens a home's session store alone, for commands that need no agent. Dispose it when done.
 * @throws {StoreError} when it cannot be opened or is of a newer Hermes.
 */
export async function openStore(paths: HomePaths, options: OpenStoreOptions = {}): Promise<SessionStore> {
  const { database, embedder, redactor, onTrouble, logger = silentLogger } = options
  const services = { logger: onTrouble ? tellErrors(logger, onTrouble) : logger }
  if (database?.url !== undefined) {
    const { createPostgresStore } = await import('@hermes/state/postgres')
    return createPostgresStore({ url: database.url, schema: database.schema ?? schemaOf(paths), services })
  }
  const { createSqliteStore } = await import('@hermes/state')
  return createSqliteStore({
    path: paths.state,
    ...(embedder && { embedder }),
    services: { ...services, ...(redactor && { redactor }) },
  })
}

/** Profiles may share a database as they share a machine: each has its own sessions. PostgreSQL has 63 bytes for a name. */
function schemaOf({ home }: HomePaths): string {
  return basename(dirname(home)) === 'profiles' ? `hermes_${basename(home)}`.slice(0, 63) : 'hermes'
}
