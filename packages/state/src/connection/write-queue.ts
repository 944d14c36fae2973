import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import type { FileGuard } from './file-guard.js'
import { isLocked, type Patience } from './retry-while-locked.js'
import { createTransaction, type Transaction } from './transaction.js'

/** Runs writes in the order of the calls, those that come together in one transaction. */
export interface WriteQueue {
  /** All of `work` is stored, or none. It may run more than once. */
  write<T>(work: () => T): Promise<T>
  /** Resolves when all writes that were asked for have ended. */
  idle(): Promise<void>
}

interface Pending {
  /** Does the work within a transaction and remembers how it went. */
  run(): void
  /** Undoes what `run` remembers. */
  fail(error: unknown): void
  /** Settles the caller's promise. */
  settle(): void
}

/** A batch blocks writers in other processes. */
const largestBatch = 64

/**
 * With many sessions in one process most of a write's time is its commit, and with `synchronous = FULL` the disk's: writes of
 * the same turn of the event loop share one. A write that fails does not take the others of its batch along.
 */
export function createWriteQueue(database: Database, patience: Patience, guard?: FileGuard): WriteQueue {
  const transaction = createTransaction(database, guard)
  const batch = createBatch(database, transaction)
  let queue: Pending[] = []
  let draining: Promise<void> | undefined

  async function drain(): Promise<void> {
    // All that this turn of the event loop still brings joins the batch.
    await nextTurn()
    while (queue.length > 0) {
      const members = queue.slice(0, largestBatch)
      queue = queue.slice(largestBatch)
      await commit(members)
      for (const member of members) member.settle()
      if (queue.length > 0) await nextTurn()
    }
    draining = undefined
  }

  async function commit(members: readonly Pending[]): Promise<void> {
    if (members.length > 1 && (await commitTogether(members))) return
    for (const member of members) {
      await patience(() => transaction(() => member.run())).catch((error: unknown) => member.fail(error))
    }
  }

  /** @returns whether all members know how it went. */
  async function commitTogether(members: readonly Pending[]): Promise<boolean> {
    try {
      return await patience(() => batch(members))
    } catch (error) {
      // Another process has held the file for too long: none of them would fare better alone.
      for (const member of members) member.fail(error)
      return true
    }
  }

  return {
    write: (work) =>
      new Promise((resolve, reject) => {
        queue.push(toPending(work, resolve, reject))
        draining ??= drain()
      }),
    idle: async () => draining,
  }
}

function toPending<T>(work: () => T, resolve: (result: T) => void, reject: (error: unknown) => void): Pending {
  let settle = (): void => undefined
  return {
    run() {
      const result = work()
      settle = () => resolve(result)
    },
    fail(error) {
      settle = () => reject(error)
    },
    settle: () => settle(),
  }
}

/** @returns whether the batch is stored; where SQLite gave it up as a whole, its members have to be tried one by one. */
function createBatch(database: Database, transaction: Transaction): (members: readonly Pending[]) => boolean {
  const savepoint = database.prepare('savepoint member')
  const release = database.prepare('release member')
  const undo = database.prepare('rollback to member')
  return (members) => {
    try {
      transaction(() => {
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
      })
      return true
    } catch (error) {
      if (isLocked(error)) throw error
      return false
    }
  }
}
