import { type SessionStore, StoreError } from '@hermes/core'
import { english } from '@hermes/safety/language'
import { storeKindOf } from '../schema/store-schema.js'
import type { HomePaths } from './home-paths.js'
import { type OpenStoreOptions, openStore } from './open-store.js'

const diskIsFull = english`The disk is full: conversations can be read, and nothing is stored.`

/** The time limit in milliseconds. Nothing else can use the file, so a long wait is not worthwhile. */
const timeoutMs = 1_000

/**
 * Like {@link openStore}, for a program that only reads. The file of a home is opened even on a full disk, which is reported by {@link
 * OpenStoreOptions.onTrouble}; writes then reject.
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
