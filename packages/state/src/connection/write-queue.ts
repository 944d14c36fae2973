import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from './driver/database.js'
import type { FileGuard } from './file-guard.js'
import { isLocked, type RetryWhileLocked } from './retry-while-locked.js'
import { createTransaction, type Transaction } from './transaction.js'

/** Runs writes in the order of the calls and batches concurrent ones in one transaction. */
export interface WriteQueue {
  /** Runs `work` atomically. It may run more than once. */
  write<T>(work: () => T, options?: WriteOptions): Promise<T>
  /** Waits for its turn, and lets `work` write on a connection of its own while this one writes nothing. */
  writeElsewhere<T>(work: () => Promise<T>): Promise<T>
  /** Resolves when all pending writes have settled. */
  idle(): Promise<void>
}

export interface WriteOptions {
  /**
   * Whether a power failure may undo the write, as long as nothing that was written later is left. Saves a sync of the disk. Default false.
   */
  readonly isVolatile?: boolean
}

type Pending = Here | Elsewhere

/** Work on this connection. */
interface Here extends Settled {
  readonly place: 'here'
  readonly isVolatile: boolean
  /** Runs the work within a transaction and stores its outcome. */
  run(): void
}

/** Work on another connection. */
interface Elsewhere extends Settled {
  readonly place: 'elsewhere'
  /** Stores the outcome of the work. */
  run(): Promise<void>
}

interface Settled {
  /** Replaces the outcome with an error. */
  fail(error: unknown): void
  /** Settles the caller's promise. */
  settle(): void
}

/** Bounded, because a batch blocks writers in other processes. */
const largestBatch = 64

/**
 * With many sessions in one process, most of a write's time is its commit and the disk sync. Writes of the same turn of
 * the event loop therefore share a commit. A failed write does not affect the others of its batch.
 */
export function createWriteQueue(
  database: Database,
  retryWhileLocked: RetryWhileLocked,
  guard?: FileGuard,
): WriteQueue {
  const transaction = createTransaction(database, guard)
  const batch = createBatch(database, transaction)
  let queue: Pending[] = []
  let draining: Promise<void> | undefined

  async function drain(): Promise<void> {
    // Writes of the same turn of the event loop join the batch.
    await nextTurn()
    while (queue.length > 0) {
      const first = queue[0]
      const members = first?.place === 'elsewhere' ? [first] : leading(queue)
      queue = queue.slice(members.length)
      if (first?.place === 'elsewhere') await commitElsewhere(first)
      else await commitDurably(leading(members))
      for (const member of members) member.settle()
      if (queue.length > 0) await nextTurn()
    }
    draining = undefined
  }

  /** The file is checked as for a write on this connection. */
  async function commitElsewhere(member: Elsewhere): Promise<void> {
    try {
      guard?.check()
      await member.run()
      guard?.beforeCommit()
      guard?.confirm(true)
      await guard?.acknowledge()
    } catch (error) {
      member.fail(error)
    }
  }

  /** What is written meanwhile waits, and becomes the next batch. */
  async function commitDurably(members: readonly Here[]): Promise<void> {
    await commit(members)
    if (members.every(({ isVolatile }) => isVolatile)) return
    try {
      await guard?.acknowledge()
    } catch (error) {
      for (const member of members) member.fail(error)
    }
  }

  async function commit(members: readonly Here[]): Promise<void> {
    if (members.length > 1 && (await commitTogether(members))) return
    for (const member of members) {
      await retryWhileLocked(() => transaction(() => member.run())).catch((error: unknown) => member.fail(error))
    }
  }

  /** @returns whether all members have an outcome. */
  async function commitTogether(members: readonly Here[]): Promise<boolean> {
    try {
      return await retryWhileLocked(() => batch(members))
    } catch (error) {
      // Another process has held the lock for too long, so retrying each write alone would fail too.
      for (const member of members) member.fail(error)
      return true
    }
  }

  return {
    write: (work, { isVolatile = false } = {}) =>
      new Promise((resolve, reject) => {
        let settle = (): void => undefined
        queue.push({
          place: 'here',
          isVolatile,
          run() {
            const result = work()
            settle = () => resolve(result)
          },
          fail(error) {
            settle = () => reject(error)
          },
          settle: () => settle(),
        })
        draining ??= drain()
      }),
    writeElsewhere: (work) =>
      new Promise((resolve, reject) => {
        let settle = (): void => undefined
        queue.push({
          place: 'elsewhere',
          async run() {
            const result = await work()
            settle = () => resolve(result)
          },
          fail(error) {
            settle = () => reject(error)
          },
          settle: () => settle(),
        })
        draining ??= drain()
      }),
    idle: async () => draining,
  }
}

/** A batch ends before work on another connection. */
function leading(queue: readonly Pending[]): readonly Here[] {
  const members: Here[] = []
  for (const member of queue.slice(0, largestBatch)) {
    if (member.place === 'elsewhere') break
    members.push(member)
  }
  return members
}

/**
 * @returns whether the batch is stored. When SQLite rolled back the whole batch, its members must be retried one by
 * one.
 */
function createBatch(database: Database, transaction: Transaction): (members: readonly Here[]) => boolean {
  const savepoint = database.prepare('savepoint member')
  const release = database.prepare('release member')
  const undo = database.prepare('rollback to member')

  function runEach(members: readonly Here[]): void {
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

  function isStored(write: () => void): boolean {
    try {
      transaction(write)
      return true
    } catch (error) {
      if (isLocked(error)) throw error
      return false
    }
  }

  // A write fails rarely, and only then do the others of its batch need savepoints.
  return (members) =>
    isStored(() => {
      for (const member of members) member.run()
    }) || isStored(() => runEach(members))
}
