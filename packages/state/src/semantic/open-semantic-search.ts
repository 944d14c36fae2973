import { randomUUID } from 'node:crypto'
import type { Embedder, Logger, SessionStore } from '@hermes/core'
import { createRedactor, type Redactor } from '@hermes/safety/redact'
import type { Connection } from '../connection/connection.js'
import { createChunkTable } from './chunk-table.js'
import { loadVectors } from './load-vectors.js'
import { createSemanticIndex } from './semantic-index.js'
import { withSemanticSearch } from './with-semantic-search.js'

export interface MeaningOptions {
  readonly connection: Connection
  readonly embedder: Embedder
  /** Removes secrets from texts. Default: removes everything that looks like a secret. */
  readonly redactor?: Redactor | undefined
  readonly logger: Logger
}

/** Adds semantic search to a store. Returns the store unchanged when sqlite-vec is not available. */
export async function openSemanticSearch(store: SessionStore, options: MeaningOptions): Promise<SessionStore> {
  const { connection, embedder, redactor = createRedactor(), logger } = options
  if (!(await loadVectors(connection.database, logger))) return store
  const index = createSemanticIndex({
    table: createChunkTable(connection, embedder),
    holder: randomUUID(),
    embedder,
    redactor,
    usage: store.usage,
    logger,
  })
  return withSemanticSearch(store, { connection, index, logger })
}
