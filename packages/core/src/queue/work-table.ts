import type {
  ClaimedItem,
  NewWorkItem,
  PutOptions,
  WorkItem,
  WorkItemQuery,
  WorkItemRecord,
  WorkItemRef,
} from '../contracts/sessions/work-queue.js'

/**
 * The storage behind a `WorkQueue`, implemented by a store for `createWorkQueue`. Each call is atomic, and the store's own clock
 * decides what is due.
 */
export interface WorkTable {
  /** Adds an item. Resolves to `false` when the queue has an item with this id. */
  put(item: NewWorkItem, options?: PutOptions): Promise<boolean>
  /**
   * Adds an item, and claims it when its lane has no other, so that a worker of this process need not look for it. Resolves to `undefined`
   * when the queue has an item with this id. Absent: workers look for every item.
   */
  putAndClaim?(item: NewWorkItem, claimMs: number, options?: PutOptions): Promise<PutWork | undefined>
  /** Records the outcomes of items and then claims ready ones, in one transaction. */
  advance(step: WorkStep): Promise<readonly ClaimedWork[]>
  /**
   * Resolves to the time in milliseconds until an item of these lanes is ready: 0 for now, or when an item is being put; `undefined`
   * when none is known.
   */
  readyInMs(queue: string, lanes: LaneChoice): Promise<number | undefined>
  /** Renews claims. @returns the lost claims. An item settled by an append does not count as lost. */
  renew(items: readonly ClaimedItem[], claimMs: number): Promise<readonly ClaimedItem[]>
  /**
   * Releases the items of processes that are known to be dead, and rebuilds lanes that a damaged store has lost. A failed item that would
   * wait longer than `longestDelayMs` is ready now: the clock was set back after its delay had started.
   */
  rescue(queue: string, longestDelayMs: number): Promise<void>
  /** Forgets the ids of items that were finished longer ago than this. */
  prune(queue: string, retentionMs: number): Promise<void>
  get(ref: WorkItemRef): Promise<WorkItemRecord | undefined>
  list(query: WorkItemQuery): Promise<readonly WorkItemRecord[]>
  replay(ref: WorkItemRef): Promise<boolean>
  remove(ref: WorkItemRef): Promise<boolean>
  /**
   * Calls `wake` when items of the queue may have become ready, as soon as the store notices.
   * @returns a function that stops it.
   */
  watch(queue: string, wake: () => void): () => void
  /** The polling delays of an idle worker, which grow. Absent if `watch` reports every change. */
  readonly poll?: { readonly leastMs: number; readonly mostMs: number }
  /** Whether the store was disposed: the worker then stops. */
  isClosed(): boolean
}

/** Selects lanes of a queue. */
export interface LaneChoice {
  /** Selects only these lanes. Absent: all. */
  readonly lanes?: readonly string[]
  /** Excludes lanes that start with one of these texts. Absent: none. */
  readonly leaves?: readonly string[]
}

/** A step of a worker, which only claims items of these lanes. */
export interface WorkStep extends LaneChoice {
  readonly queue: string
  readonly endings: readonly WorkEnding[]
  /** The maximum number of items to claim, one per lane. */
  readonly limit: number
  readonly claimMs: number
  /**
   * How often processes may die with an item before the item counts as dead, because it presumably crashes its process.
   */
  readonly mostClaims: number
  /** `freed`: only items after those of `endings` have become ready. A table may still search all lanes. */
  readonly from: 'all' | 'freed'
  /** The callback that the worker has passed to `watch`. It need not be called for lanes that the endings free. */
  readonly wake: () => void
}

/** The ending of an item. Ignored when the claim was lost, or an append has settled the item. */
export interface WorkEnding {
  readonly item: ClaimedItem
  readonly outcome: WorkOutcome
}

export type WorkOutcome =
  | { readonly status: 'done' }
  | { readonly status: 'dead'; readonly error: string }
  | { readonly status: 'retry'; readonly delayMs: number; readonly error: string }
  /** The item was returned, and the attempt does not count. */
  | { readonly status: 'returned' }

export interface ClaimedWork {
  readonly item: WorkItem
  readonly fence: number
}

export interface PutWork {
  /** The claimed item. Absent: other items precede it in its lane. */
  readonly claimed?: ClaimedWork
}

export function isChosen(lane: string, { lanes, leaves = [] }: LaneChoice): boolean {
  return (lanes?.includes(lane) ?? true) && !leaves.some((start) => lane.startsWith(start))
}

/** Returns the error of an item whose process died in every attempt. */
export function diedWhileHandled(attempts: number): string {
  return `The process ended while it handled the item, ${attempts} times.`
}
