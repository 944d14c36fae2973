import { describeError, type Logger } from '@hermes/core'
import type { Database } from 'better-sqlite3'

/** @returns whether the connection can compare vectors now. Without it a store searches by words. */
export async function loadVectors(database: Database, logger: Logger): Promise<boolean> {
  try {
    const { load } = await import('sqlite-vec')
    load(database)
    return true
  } catch (error) {
    logger.log('warn', `Messages are not searched by their meaning: install sqlite-vec. ${describeError(error)}`)
    return false
  }
}
