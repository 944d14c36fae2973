import { basename, dirname } from 'node:path'
import { ConfigError, type Embedder, type Logger, type SessionStore, silentLogger } from '@hermes/core'
import type { Redactor } from '@hermes/safety/redact'
import { loadExtension } from '../extensions/load-extension.js'
import type { DatabaseSettings } from '../schema/database-schema.js'
import { type StoreSettings, storeKindOf } from '../schema/store-schema.js'
import type { HomePaths } from './home-paths.js'
import { tellErrors } from './tell-errors.js'

/** Without settings: the file of the home. */
export interface OpenStoreOptions extends StoreSettings {
  readonly logger?: Logger
  /** Searches the file of the home by meaning, too. */
  readonly embedder?: Embedder | undefined
  /** What the embedder must not get. */
  readonly redactor?: Redactor
  /** Gets one sentence for each damage that was found in the file and how it was handled. */
  readonly onTrouble?: (sentence: string) => void
}

/**
 * Opens a home's session store alone, for commands that need no agent. Dispose it when done.
 * @throws {StoreError} when it cannot be opened or is of a newer Hermes.
 * @throws {ConfigError} when the settings name an extension that cannot be loaded, or PostgreSQL without an address.
 */
export async function openStore(paths: HomePaths, options: OpenStoreOptions = {}): Promise<SessionStore> {
  const { embedder, redactor, onTrouble, logger = silentLogger } = options
  const services = { logger: onTrouble ? tellErrors(logger, onTrouble) : logger }
  const { store: section } = options
  switch (storeKindOf(options)) {
    case 'extension':
      return loadExtension({
        kind: 'store',
        path: 'store',
        section: section ?? { use: 'sqlite' },
        home: paths.home,
        services: { ...services, fetch: globalThis.fetch, home: paths.home },
      })
    case 'postgres': {
      const { url, schema } = addressIn(options.database)
      const { createPostgresStore } = await import('@hermes/state/postgres')
      return createPostgresStore({ url, schema: schema ?? schemaOf(paths), services })
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

function addressIn({ url, schema }: DatabaseSettings = {}) {
  if (url !== undefined) return { url, schema }
  throw new ConfigError('database.url', 'store.use is postgres, but database.url is not set: set it, or remove store.')
}

/** Profiles may share a database as they share a machine: each has its own sessions. PostgreSQL has 63 bytes for a name. */
function schemaOf({ home }: HomePaths): string {
  return basename(dirname(home)) === 'profiles' ? `hermes_${basename(home)}`.slice(0, 63) : 'hermes'
}
