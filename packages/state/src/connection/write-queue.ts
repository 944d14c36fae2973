import { setImmediate as nextTurn } from 'node:timers/promises'
import { createBatch } from './batch.js'
import type { Database } from './driver/database.js'
import type { FileGuard } from './file-guard.js'
import type { RetryWhileLocked } from './retry-while-locked.js'
import { createTransaction } from './transaction.js'

/** Runs writes in the order of the calls, batching concurrent ones into one transaction. */
export interface WriteQueue {
  /** Runs `work` atomically. It may run more than once. */
  write<T>(work: () => T, options?: WriteOptions): Promise<T>
  /** Waits for its turn, then lets `work` write on a separate connection while this one writes nothing. */
  writeElsewhere<T>(work: () => Promise<T>): Promise<T>
  /** Resolves when all pending writes have settled and volatile ones are on the disk. */
  idle(): Promise<void>
}

export interface WriteOptions {
  /**
   * Whether a power failure within a second may undo the write, as long as it also undoes everything written later.
   * Saves a sync of the disk, and leaves it to the next durable write to notice that the file was deleted or replaced. Default: false.
   */
  readonly isVolatile?: boolean
}

type Pending = Here | Elsewhere

/** A write on this connection. */
interface Here extends Settled {
  readonly place: 'here'
  readonly isVolatile: boolean
  /** Runs the work within a transaction and stores its outcome. */
  run(): void
}

/** A write on another connection. */
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

/** How long volatile writes wait for the sync of another write, in milliseconds. */
const longestVolatileMs = 1_000

/** Maximum number of writes in a batch, which blocks writers in other processes. */
const largestBatch = 64

/** Number of batches that may follow each other before the event loop handles other events. */
const mostInRow = 4

/**
 * Creates a queue. With many sessions in one process, most of a write's time is its commit and the disk sync, so writes
 * in the same turn of the event loop share a commit. A failed write does not affect the others in its batch.
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
  let syncing: ReturnType<typeof setTimeout> | undefined

  async function drain(): Promise<void> {
    // Writes in the same turn of the event loop join the batch.
    await nextTurn()
    for (let inRow = 1; queue.length > 0; inRow += 1) {
      const first = queue[0]
      const members = first?.place === 'elsewhere' ? [first] : leading(queue)
      queue = queue.slice(members.length)
      if (first?.place === 'elsewhere') await commitElsewhere(first)
      else await commitDurably(leading(members))
      for (const member of members) member.settle()
      await afterPromises()
      // The next write of the same caller usually follows now, and a volatile one costs no sync.
      const follows = queue.every(isVolatile) && inRow % mostInRow !== 0
      if (queue.length > 0 && !follows) await nextTurn()
    }
    draining = undefined
  }

  /** Runs a write on another connection. The file is checked as for a write on this connection. */
  async function commitElsewhere(member: Elsewhere): Promise<void> {
    try {
      guard?.check()
      await member.run()
      guard?.beforeCommit()
      guard?.confirm(true)
      await acknowledge()
    } catch (error) {
      member.fail(error)
    }
  }

  /** Commits a batch and waits until it is durable. Writes that arrive in the meantime form the next batch. */
  async function commitDurably(members: readonly Here[]): Promise<void> {
    await commit(members)
    if (members.every(({ isVolatile }) => isVolatile)) {
      syncing ??= setTimeout(sync, longestVolatileMs).unref()
      return
    }
    try {
      await acknowledge()
    } catch (error) {
      for (const member of members) member.fail(error)
    }
  }

  async function acknowledge(): Promise<void> {
    clearTimeout(syncing)
    syncing = undefined
    await guard?.acknowledge()
  }

  /** Syncs what was written before. If the disk cannot do so, later writes fail. */
  function sync(): void {
    void write(() => undefined).catch(() => undefined)
  }

  async function commit(members: readonly Here[]): Promise<void> {
    if (members.length > 1 && (await commitTogether(members))) return
    for (const member of members) {
      await retryWhileLocked(() => transaction(() => member.run(), member.isVolatile)).catch((error: unknown) =>
        member.fail(error),
      )
    }
  }

  /** Commits a batch in one transaction. @returns whether all members have an outcome. */
  async function commitTogether(members: readonly Here[]): Promise<boolean> {
    try {
      return await retryWhileLocked(() => batch(members))
    } catch (error) {
      // Another process has held the lock for too long, so retrying each write separately would fail too.
      for (const member of members) member.fail(error)
      return true
    }
  }

  function write<T>(work: () => T, { isVolatile = false }: WriteOptions = {}): Promise<T> {
    const { promise, ...settling } = createSettling<T>()
    add({
      ...settling,
      place: 'here',
      isVolatile,
      run() {
        settling.succeed(work())
      },
    })
    return promise
  }

  function add(member: Pending): void {
    queue.push(member)
    draining ??= drain()
  }

  function writeElsewhere<T>(work: () => Promise<T>): Promise<T> {
    const { promise, ...settling } = createSettling<T>()
    add({
      ...settling,
      place: 'elsewhere',
      async run() {
        settling.succeed(await work())
      },
    })
    return promise
  }

  return {
    write,
    writeElsewhere,
    async idle() {
      if (syncing) sync()
      await draining
    },
  }
}

/** Creates a promise whose outcome may still change before it is settled. */
function createSettling<T>(): Settled & { readonly promise: Promise<T>; readonly succeed: (result: T) => void } {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  let settle = (): void => undefined
  return {
    promise,
    succeed(result) {
      settle = () => resolve(result)
    },
    fail(error) {
      settle = () => reject(error)
    },
    settle: () => settle(),
  }
}

function isVolatile(member: Pending): boolean {
  return member.place === 'here' && member.isVolatile
}

/** Resolves once everything that waits for settled promises has run. */
function afterPromises(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve))
}

/** Returns the writes at the start of the queue that form a batch. Work on another connection ends it. */
function leading(queue: readonly Pending[]): readonly Here[] {
  const members: Here[] = []
  for (const member of queue.slice(0, largestBatch)) {
    if (member.place === 'elsewhere') break
    members.push(member)
  }
  return members
}
