import { basename, dirname } from 'node:path'
import { type Embedder, type Logger, type SessionStore, silentLogger } from '@hermes/core'
import type { Redactor } from '@hermes/safety/redact'
import { fetchFromVariables } from '@hermes/transports'
import { loadExtension } from '../extensions/load-extension.js'
import { type StoreSettings, storeKindOf, storeProblem } from '../schema/store-schema.js'
import type { HomePaths, Variables } from './home-paths.js'
import { reportErrors } from './report-errors.js'

/** The settings of the store and its services. Without settings, the file of the home is used. */
export interface OpenStoreOptions extends StoreSettings {
  readonly logger?: Logger
  /** The variables that name the proxy for an extension's requests. Default: none. */
  readonly variables?: Variables
  /** Enables search by meaning. */
  readonly embedder?: Embedder | undefined
  /** Redacts the texts for the embedder. */
  readonly redactor?: Redactor
  /** Called with one sentence for each damage found in the file and its repair. */
  readonly onTrouble?: (sentence: string) => void
}

/**
 * Opens only the session store of a home, for commands without an agent. The caller disposes it.
 * @throws {StoreError} when it cannot be opened or was written by a newer Hermes.
 * @throws {ConfigError} when the settings name an extension that cannot be loaded, or PostgreSQL without an address.
 */
export async function openStore(paths: HomePaths, options: OpenStoreOptions = {}): Promise<SessionStore> {
  const { embedder, redactor, onTrouble, logger = silentLogger, variables = {} } = options
  const services = { logger: onTrouble ? reportErrors(logger, onTrouble) : logger }
  const { store: section } = options
  const problem = storeProblem(options)
  if (problem) throw problem
  switch (storeKindOf(options)) {
    case 'extension':
      return loadExtension({
        kind: 'store',
        path: 'store',
        section: section ?? { use: 'sqlite' },
        home: paths.home,
        services: { ...services, fetch: fetchFromVariables(variables), home: paths.home },
      })
    case 'postgres': {
      const { url = '' } = options.database ?? {}
      const { createPostgresStore } = await import('@hermes/state/postgres')
      return createPostgresStore({ url, schema: databaseSchemaOf(paths, options), services })
    }
    case 'sqlite': {
      const { createSqliteStore } = await import('@hermes/state')
      return createSqliteStore({
        path: paths.state,
        ...(embedder && { embedder }),
        services: { ...services, ...(redactor && { redactor }) },
      })
    }
  }
}

/**
 * Returns the schema of a home in PostgreSQL. Profiles may share a database, in which each has a separate schema. PostgreSQL limits names to 63 bytes.
 */
export function databaseSchemaOf({ home }: Pick<HomePaths, 'home'>, { database }: StoreSettings): string {
  if (database?.schema !== undefined) return database.schema
  return basename(dirname(home)) === 'profiles' ? `hermes_${basename(home)}`.slice(0, 63) : 'hermes'
}
