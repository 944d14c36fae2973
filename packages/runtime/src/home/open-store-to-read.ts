import { type SessionStore, StoreError } from '@hermes/core'
import { english } from '@hermes/safety/language'
import { storeKindOf } from '../schema/store-schema.js'
import type { HomePaths } from './home-paths.js'
import { type OpenStoreOptions, openStore } from './open-store.js'

const diskIsFull = english`The disk is full: conversations can be read, and nothing is stored.`

/** Nothing else can use the file, so it is not worth a long wait. */
const timeoutMs = 1_000

/**
 * {@link openStore} for a program that only reads. The file of a home is opened on a full disk, too, which is told by
 * {@link OpenStoreOptions.onTrouble}; writes reject then.
 *
 * @throws {StoreError} as `openStore` does.
 */
export async function openStoreToRead(paths: HomePaths, options: OpenStoreOptions = {}): Promise<SessionStore> {
  try {
    return await openStore(paths, options)
  } catch (error) {
    if (!StoreError.is(error) || error.kind !== 'full' || storeKindOf(options) !== 'sqlite') throw error
    const { createSqliteReader } = await import('@hermes/state')
    const { logger } = options
    const reader = await createSqliteReader({
      path: paths.state,
      timeoutMs,
      services: { ...(logger && { logger }) },
    }).catch(() => {
      throw error
    })
    options.onTrouble?.(diskIsFull)
    return reader
  }
}
