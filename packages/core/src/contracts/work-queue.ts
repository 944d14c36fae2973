import type { JsonValue } from './json.js'

/**
 * Work that must be done once, in order, through crashes and over any number of processes on one store: inbound and outbound
 * messages, firings of a schedule, background tasks.
 *
 * Guarantees of every implementation:
 * - A resolved {@link put} survives the death of the process.
 * - An item is handed out until its handler has resolved or it was settled by an append. After a crash in between it is
 *   handed out again with a higher `attempt`: a handler makes its effects repeatable, or settles the item together with them
 *   (`AppendOptions.settles`), which happens once.
 * - One item of a lane is handed out at a time, in the order of `put`. An item that failed keeps its place while it waits for
 *   its next attempt, and the lane waits with it. An item with `notBeforeMs` takes its place when that time has come.
 * - Different lanes do not wait for each other.
 *
 * Failures are `StoreError`s.
 */
export interface WorkQueue {
  /**
   * Stores an item.
   * @returns `false` when the queue has an item of this id: waiting, claimed, dead, or done and not yet forgotten. The given one
   * is then dropped.
   */
  put(item: NewWorkItem): Promise<boolean>
  /**
   * Hands out items until `options.signal` is aborted, then waits for the handlers under way. Any number of workers, in any
   * number of processes, may work on one queue.
   *
   * A handler that resolves has done its item. One that rejects has it tried again, see {@link RetryPolicy}; one that rejects
   * after `options.signal` was aborted gives its item back, and the attempt does not count.
   *
   * @throws {StoreError} when the store fails in a way that does not pass. The handlers under way have ended by then.
   */
  work(queue: string, handle: WorkHandler, options: WorkOptions): Promise<void>
  get(ref: WorkItemRef): Promise<WorkItemRecord | undefined>
  /** What waits, runs, or is dead, in the order of `put`. */
  list(query?: WorkItemQuery): Promise<readonly WorkItemRecord[]>
  /** Puts a dead item back at its old place, with all its attempts. `false` when there is no such dead item. */
  replay(ref: WorkItemRef): Promise<boolean>
  /** Removes an item that is not being handled: waiting or dead. Its id is free again. `false` when there is no such item. */
  remove(ref: WorkItemRef): Promise<boolean>
}

export type WorkHandler = (item: WorkItem, claim: Claim) => Promise<void>

export interface NewWorkItem {
  /** `inbox`, `outbox`, `cron`, ... */
  readonly queue: string
  /** What keeps its order: a conversation, a chat, a job. */
  readonly lane: string
  /** Makes it once: the network's message id, the job's id with its due time. Unique within the queue. */
  readonly id: string
  readonly payload: JsonValue
  /** Milliseconds since 1970. Until then the item holds up nothing. Default: at once. */
  readonly notBeforeMs?: number
}

export interface WorkItem extends NewWorkItem {
  /** 1 for the first. */
  readonly attempt: number
  readonly putAtMs: number
}

export interface WorkItemRef {
  readonly queue: string
  readonly id: string
}

/** An item as its claim holds it: what {@link Claim.item} gives to `AppendOptions.settles`. */
export interface ClaimedItem extends WorkItemRef {
  readonly fence: number
}

/**
 * The right to work on an item. It is renewed while its handler runs, and lost when the process was stopped, or could not
 * reach the store, for longer than `WorkOptions.claimMs`: another worker then has the item.
 */
export interface Claim {
  /** Rises with each claim in the store: what the holder of an older one writes late is refused. */
  readonly fence: number
  /** Aborted with a `StoreError` of the kind `fenced` when the claim is lost. */
  readonly signal: AbortSignal
  /** For `AppendOptions.settles`. The item is done from then on, and its lane goes on, while the handler still runs. */
  readonly item: ClaimedItem
}

export interface WorkOptions {
  /** Ends the work. */
  readonly signal: AbortSignal
  /** Hands out items of these lanes only; asked anew at each look. A worker of one process then leaves other lanes to theirs. Default: all. */
  readonly lanes?: () => readonly string[]
  /** How many items are handled at the same time. Default 16. */
  readonly concurrency?: number
  readonly retry?: RetryPolicy
  /** How long a silent holder keeps an item, in milliseconds. One whose process is known to have died loses it at once. Default 30,000. */
  readonly claimMs?: number
  /** How long the id of an item that was done is remembered, in milliseconds. Default 7 days. */
  readonly retentionMs?: number
}

/** After each failed attempt the wait doubles; a random part of it spreads what failed together. */
export interface RetryPolicy {
  /**
   * After so many an item is dead: its lane goes on, and people can look at it and replay it. An attempt that a crash ended
   * counts, too, but only after four times as many is an item given up whose handler never failed: it may have been another
   * one that ended the process. Default 5.
   */
  readonly attempts?: number
  /** Before the second attempt, in milliseconds. Default 1000. */
  readonly firstDelayMs?: number
  /** Default 5 minutes. */
  readonly maxDelayMs?: number
  /** `false`: the item is dead at once. Default: always true. */
  readonly isWorthRetrying?: (error: unknown) => boolean
}

/** `dead`: given up after its last attempt. */
export type WorkItemStatus = 'waiting' | 'claimed' | 'dead' | 'done'

export interface WorkItemRecord extends WorkItem {
  readonly status: WorkItemStatus
  /** When a failed item is tried again, in milliseconds since 1970. */
  readonly retryAtMs?: number
  /** What the newest failed attempt said. */
  readonly error?: string
  /** Who has it, for people: `process 4711 on this machine`. */
  readonly holder?: string
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
