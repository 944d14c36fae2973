import { describeError, type Logger } from '@hermes/core'
import type { Database } from '../connection/driver/database.js'

/** Loads sqlite-vec. @returns `false` when it is not available. The store then searches by words only. */
export async function loadVectors(database: Database, logger: Logger): Promise<boolean> {
  try {
    const { load } = await import('sqlite-vec')
    load(database)
    return true
  } catch (error) {
    logger.log('warn', `Semantic search is off: install sqlite-vec. ${describeError(error)}`)
    return false
  }
}
