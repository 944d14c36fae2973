import type { JsonValue } from '../values/json.js'

/**
 * A durable queue for work that must be done once and in order, across crashes and across any number of processes that share a store:
 * inbound and outbound messages, scheduled firings, background tasks.
 *
 * Every implementation guarantees:
 * - An item whose {@link put} resolved survives the death of the process.
 * - The queue hands out an item until its handler resolves or an append settles it. After a crash, it hands out the item again with a
 *   higher `attempt`. A handler must therefore be idempotent, or settle the item in the same transaction as its effects
 *   (`AppendOptions.settles`). After a power failure, this includes items whose handler resolved in the last second before it.
 * - The queue hands out the items of a lane one at a time, in the order of `put`. A failed item keeps its place while it waits for the
 *   next attempt, and its lane waits too. An item with `notBeforeMs` takes its place when it is due.
 * - Lanes do not wait for each other.
 * - The queue never hands out an item whose stored content damage has changed. When its turn comes, it is dead, and its lane continues.
 *
 * Failures are `StoreError`s.
 */
export interface WorkQueue {
  /**
   * Adds an item.
   * @returns `false` if the queue already has an item with this id: waiting, claimed, dead, or done and still remembered. The new
   * item is then ignored.
   */
  put(item: NewWorkItem, options?: PutOptions): Promise<boolean>
  /**
   * Hands out items until `options.signal` is aborted, then waits for the running handlers. Any number of workers, in any
   * number of processes, may work on one queue.
   *
   * An item is done when its handler resolves. If the handler rejects, the queue retries the item, see {@link RetryPolicy}. If it
   * rejects after `options.signal` was aborted, the item returns to the queue, and the attempt does not count.
   *
   * @throws {StoreError} when the store fails permanently. The running handlers have ended by then.
   */
  work(queue: string, handle: WorkHandler, options: WorkOptions): Promise<void>
  get(ref: WorkItemRef): Promise<WorkItemRecord | undefined>
  /** Returns waiting, claimed and dead items, in the order of `put`. */
  list(query?: WorkItemQuery): Promise<readonly WorkItemRecord[]>
  /** Requeues a dead item at its old place, with all attempts available again. Resolves to `false` if there is no such dead item. */
  replay(ref: WorkItemRef): Promise<boolean>
  /** Removes a waiting or dead item and frees its id. Resolves to `false` if there is no such item. */
  remove(ref: WorkItemRef): Promise<boolean>
}

export type WorkHandler = (item: WorkItem, claim: Claim) => Promise<void>

export interface NewWorkItem {
  /** `inbox`, `outbox`, `cron`, ... */
  readonly queue: string
  /** A conversation, a chat, a job. Items of a lane keep their order. */
  readonly lane: string
  /** Deduplicates the item, and is unique within the queue: the network's message id, the job's id with its due time. */
  readonly id: string
  readonly payload: JsonValue
  /** Milliseconds since 1970. Until then the item does not block its lane. Default: immediately. */
  readonly notBeforeMs?: number
}

export interface PutOptions {
  /**
   * If true, a power failure within a second may undo the put; the death of the process may not. For an item whose
   * producer would put it again. Saves a disk sync in a store that has one. Default false.
   */
  readonly isVolatile?: boolean
}

export interface WorkItem extends NewWorkItem {
  /** 1 for the first attempt. */
  readonly attempt: number
  readonly putAtMs: number
}

export interface WorkItemRef {
  readonly queue: string
  readonly id: string
}

/** A claimed item: pass {@link Claim.item} to `AppendOptions.settles`. */
export interface ClaimedItem extends WorkItemRef {
  readonly fence: number
}

/** An item that is never put, because it is done immediately. An append that settles it stores that its id was used. */
export interface UnputItem extends WorkItemRef {
  readonly lane: string
}

/**
 * The right to work on an item. The queue renews it while the handler runs. If the process is paused or cannot reach the store for
 * longer than `WorkOptions.claimMs`, the claim is lost, and another worker may take the item.
 */
export interface Claim {
  /** Increases with each claim in the store. Writes with an older fence are rejected. */
  readonly fence: number
  /** Aborted with a `StoreError` of kind `fenced` when the claim is lost. */
  readonly signal: AbortSignal
  /** For `AppendOptions.settles`, which marks the item as done and unblocks its lane while the handler still runs. */
  readonly item: ClaimedItem
}

export interface WorkOptions {
  /** Stops the worker. */
  readonly signal: AbortSignal
  /** Restricts the worker to these lanes, so that it leaves other lanes to their process. Called at each poll. Default: all lanes. */
  readonly lanes?: () => readonly string[]
  /**
   * Prefixes of lanes whose items the worker leaves to other processes. Called at each poll. The worker looks at a lane that it no longer leaves
   * within two seconds. Default: none.
   */
  readonly leaves?: () => readonly string[]
  /** How many items the worker handles at the same time. Default 16. */
  readonly concurrency?: number
  readonly retry?: RetryPolicy
  /** How long a claim lasts without a renewal, in milliseconds. The claim of a dead process ends immediately. Default 30,000. */
  readonly claimMs?: number
  /** How long the queue remembers the id of a finished item, in milliseconds. Default 7 days. */
  readonly retentionMs?: number
}

/** The delay doubles after each failed attempt, with random jitter. */
export interface RetryPolicy {
  /**
   * After this many attempts, an item is dead: its lane continues, and people can inspect and replay the item. An attempt that ended in
   * a crash counts, too. The queue gives up an item whose handler never failed only after four times as many attempts, because another
   * item may have caused the crash. Default 5.
   */
  readonly attempts?: number
  /** The delay before the second attempt, in milliseconds. Default 1000. */
  readonly firstDelayMs?: number
  /** Default 5 minutes. */
  readonly maxDelayMs?: number
  /** `false`: the item is dead without another attempt. Default: always true. */
  readonly isWorthRetrying?: (error: unknown) => boolean
}

/** `dead`: the queue gave it up after its last attempt. */
export type WorkItemStatus = 'waiting' | 'claimed' | 'dead' | 'done'

export interface WorkItemRecord extends WorkItem {
  readonly status: WorkItemStatus
  /** Damage has changed the stored item. Its payload is lost, and is `null` here. Absent: the item is as it was put. */
  readonly isDamaged?: true
  /** When a failed item is retried, in milliseconds since 1970. */
  readonly retryAtMs?: number
  /** The error of the latest failed attempt. */
  readonly error?: string
  /** The holder of the claim, for display: `process 4711 on this machine`. */
  readonly holder?: string
  /** When another worker may take a claimed item unless the claim is renewed, in milliseconds since 1970. A time in the past: the item's process has died. */
  readonly claimedUntilMs?: number
  /** When the item was done or given up, in milliseconds since 1970. */
  readonly settledAtMs?: number
}

/** All given conditions must hold. */
export interface WorkItemQuery {
  readonly queue?: string
  readonly lane?: string
  /** Default: all but `done`. */
  readonly status?: WorkItemStatus
  /** Default: no limit. */
  readonly limit?: number
}
