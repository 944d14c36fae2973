import type {
  ClaimedItem,
  NewWorkItem,
  WorkItem,
  WorkItemQuery,
  WorkItemRecord,
  WorkItemRef,
} from '../contracts/work-queue.js'

/**
 * Where a store keeps its work: what `createWorkQueue` makes a `WorkQueue` of. Each call is all or nothing, and the
 * store's own clock decides what is due.
 */
export interface WorkTable {
  /** `false` when the queue has an item of this id. */
  put(item: NewWorkItem): Promise<boolean>
  /** Records how items ended, and then claims what is ready, in one transaction. */
  advance(step: WorkStep): Promise<readonly ClaimedWork[]>
  /** In how many milliseconds something of the queue is ready: 0 for now, `undefined` for never, as far as is known. */
  readyInMs(queue: string, lanes?: readonly string[]): Promise<number | undefined>
  /** @returns those that were lost. What an append has settled is not lost. */
  renew(items: readonly ClaimedItem[], claimMs: number): Promise<readonly ClaimedItem[]>
  /** Releases the items of processes that are known to have died, and rebuilds the lanes that a damaged store has lost. */
  takeFromDead(queue: string): Promise<void>
  /** Forgets the ids of items that were done longer ago than that. */
  prune(queue: string, retentionMs: number): Promise<void>
  get(ref: WorkItemRef): Promise<WorkItemRecord | undefined>
  list(query: WorkItemQuery): Promise<readonly WorkItemRecord[]>
  replay(ref: WorkItemRef): Promise<boolean>
  remove(ref: WorkItemRef): Promise<boolean>
  /** Calls back when something of the queue may have become ready, as soon as the store hears of it. @returns ends that. */
  watch(queue: string, wake: () => void): () => void
  /** How often a worker that waits has to look: more and more seldom. Absent where `watch` tells all. */
  readonly poll?: { readonly leastMs: number; readonly mostMs: number }
  /** The store was disposed: a worker has nothing to wait for. */
  isClosed(): boolean
}

export interface WorkStep {
  readonly queue: string
  /** Only what is in these is claimed. Absent: in any. */
  readonly lanes?: readonly string[]
  readonly endings: readonly WorkEnding[]
  /** At most so many are claimed, of as many lanes. */
  readonly limit: number
  readonly claimMs: number
  /** What has been claimed so often, and whose process died each time, is dead: it takes its process along. */
  readonly mostClaims: number
}

/** Ignored when the claim was lost, or an append has settled the item. */
export interface WorkEnding {
  readonly item: ClaimedItem
  readonly outcome: WorkOutcome
}

export type WorkOutcome =
  | { readonly status: 'done' }
  | { readonly status: 'dead'; readonly error: string }
  | { readonly status: 'retry'; readonly delayMs: number; readonly error: string }
  /** The attempt does not count. */
  | { readonly status: 'returned' }

export interface ClaimedWork {
  readonly item: WorkItem
  readonly fence: number
}

/** The error of an item whose process died in every attempt. */
export function diedWhileHandled(attempts: number): string {
  return `The process ended while it handled the item, ${attempts} times.`
}
