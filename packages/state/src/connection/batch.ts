import type { Database } from './driver/database.js'
import { isLocked } from './retry-while-locked.js'
import type { Transaction } from './transaction.js'

/** A write in a batch. */
export interface BatchMember {
  readonly isVolatile: boolean
  /** Runs the work within a transaction and stores its outcome. */
  run(): void
  /** Replaces the outcome with an error. */
  fail(error: unknown): void
}

/**
 * Creates a function that stores a batch. It returns whether the batch was stored. When SQLite rolled back the whole
 * batch, its members must be retried one by one.
 */
export function createBatch(
  database: Database,
  transaction: Transaction,
): (members: readonly BatchMember[]) => boolean {
  const savepoint = database.prepare('savepoint member')
  const release = database.prepare('release member')
  const undo = database.prepare('rollback to member')

  function runEach(members: readonly BatchMember[]): void {
    for (const member of members) {
      savepoint.run()
      try {
        member.run()
      } catch (error) {
        if (!database.inTransaction) throw error
        undo.run()
        member.fail(error)
      }
      release.run()
    }
  }

  function isStored(write: () => void, isVolatile: boolean): boolean {
    try {
      transaction(write, isVolatile)
      return true
    } catch (error) {
      if (isLocked(error)) throw error
      return false
    }
  }

  return (members) => {
    const isVolatile = members.every((member) => member.isVolatile)
    // A write rarely fails, and only then do the other writes of its batch need savepoints.
    return (
      isStored(() => {
        for (const member of members) member.run()
      }, isVolatile) || isStored(() => runEach(members), isVolatile)
    )
  }
}
