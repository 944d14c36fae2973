import type { JsonValue } from '../values/json.js'

/**
 * A durable queue for work that must be done once and in order, across crashes and any number of processes that share a store:
 * inbound and outbound messages, scheduled firings, background tasks.
 *
 * Every implementation guarantees:
 * - An item whose {@link put} resolved survives the death of the process.
 * - An item is handed out until its handler resolves or an append settles it. After a crash it is handed out again with a higher
 *   `attempt`, so a handler must be idempotent, or settle the item in the same transaction as its effects
 *   (`AppendOptions.settles`). After a power failure, this includes items whose handler resolved in the last second before.
 * - Items of a lane are handed out one at a time, in the order of `put`. A failed item keeps its place while it waits for the next
 *   attempt, and its lane waits too. An item with `notBeforeMs` takes its place when it is due.
 * - Lanes do not wait for each other.
 * - An item whose stored content was changed by damage is never handed out: it is dead when its turn comes, and its lane continues.
 *
 * Failures are `StoreError`s.
 */
export interface WorkQueue {
  /**
   * Adds an item.
   * @returns `false`, and the item is ignored, when the queue has an item with this id: waiting, claimed, dead, or done and still
   * remembered.
   */
  put(item: NewWorkItem, options?: PutOptions): Promise<boolean>
  /**
   * Hands out items until `options.signal` is aborted, then waits for the running handlers. Any number of workers, in any
   * number of processes, may work on one queue.
   *
   * An item is done when its handler resolves. When the handler rejects, the item is retried, see {@link RetryPolicy}. When it
   * rejects after `options.signal` was aborted, the item is returned to the queue and the attempt does not count.
   *
   * @throws {StoreError} when the store fails permanently. The running handlers have ended by then.
   */
  work(queue: string, handle: WorkHandler, options: WorkOptions): Promise<void>
  get(ref: WorkItemRef): Promise<WorkItemRecord | undefined>
  /** Waiting, claimed and dead items, in the order of `put`. */
  list(query?: WorkItemQuery): Promise<readonly WorkItemRecord[]>
  /** Requeues a dead item at its old place, with all attempts available again. `false` when there is no such dead item. */
  replay(ref: WorkItemRef): Promise<boolean>
  /** Removes a waiting or dead item and frees its id. `false` when there is no such item. */
  remove(ref: WorkItemRef): Promise<boolean>
}

export type WorkHandler = (item: WorkItem, claim: Claim) => Promise<void>

export interface NewWorkItem {
  /** `inbox`, `outbox`, `cron`, ... */
  readonly queue: string
  /** Items of a lane keep their order: a conversation, a chat, a job. */
  readonly lane: string
  /** Deduplicates the item: the network's message id, the job's id with its due time. Unique within the queue. */
  readonly id: string
  readonly payload: JsonValue
  /** Milliseconds since 1970. Until then the item does not block its lane. Default: immediately. */
  readonly notBeforeMs?: number
}

export interface PutOptions {
  /**
   * Whether a power failure within a second may undo the put; the death of the process may not. For an item whose
   * producer would put it again. Saves a sync of the disk where the store has one. Default false.
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

/** An item that is not put, because it is done at once: an append that settles it stores that its id was used. */
export interface UnputItem extends WorkItemRef {
  readonly lane: string
}

/**
 * The right to work on an item. It is renewed while the handler runs. When the process is paused, or cannot reach the store, for
 * longer than `WorkOptions.claimMs`, the claim is lost and another worker may take the item.
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
  /** Restricts the worker to these lanes, so that it leaves others to their process. Called at each poll. Default: all lanes. */
  readonly lanes?: () => readonly string[]
  /**
   * The worker takes no item of a lane that begins with one of these: other processes do. Called at each poll. A lane that is not left any more is
   * looked at within two seconds. Default: none.
   */
  readonly leaves?: () => readonly string[]
  /** How many items are handled at the same time. Default 16. */
  readonly concurrency?: number
  readonly retry?: RetryPolicy
  /** How long a claim lasts without a renewal, in milliseconds. The claim of a dead process ends immediately. Default 30,000. */
  readonly claimMs?: number
  /** How long the id of a finished item is remembered, in milliseconds. Default 7 days. */
  readonly retentionMs?: number
}

/** The delay doubles after each failed attempt, with random jitter. */
export interface RetryPolicy {
  /**
   * After this many attempts an item is dead: its lane continues, and people can inspect and replay the item. An attempt that ended in
   * a crash counts, too. But an item whose handler never failed is only given up after four times as many, because another item may
   * have caused the crash. Default 5.
   */
  readonly attempts?: number
  /** The delay before the second attempt, in milliseconds. Default 1000. */
  readonly firstDelayMs?: number
  /** Default 5 minutes. */
  readonly maxDelayMs?: number
  /** `false`: the item is dead without another attempt. Default: always true. */
  readonly isWorthRetrying?: (error: unknown) => boolean
}

/** `dead`: given up after its last attempt. */
export type WorkItemStatus = 'waiting' | 'claimed' | 'dead' | 'done'

export interface WorkItemRecord extends WorkItem {
  readonly status: WorkItemStatus
  /** What was stored was changed by damage. The payload is lost and given as `null`. Absent: it is as it was put. */
  readonly isDamaged?: true
  /** When a failed item is retried, in milliseconds since 1970. */
  readonly retryAtMs?: number
  /** The error of the latest failed attempt. */
  readonly error?: string
  /** The holder of the claim, for display: `process 4711 on this machine`. */
  readonly holder?: string
  /** When another worker may take a claimed item, in milliseconds since 1970, unless the claim is renewed. Past: its process has died. */
  readonly claimedUntilMs?: number
  /** When it was done or given up, in milliseconds since 1970. */
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
