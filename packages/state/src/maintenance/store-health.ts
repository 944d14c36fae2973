import type { StoreCounts } from './count-all.js'

export interface StoreHealth {
  readonly path: string
  /** No problem was found. */
  readonly ok: boolean
  readonly problems: readonly StoreProblem[]
  /** Absent when the file is too damaged to say. */
  readonly schemaVersion?: number
  readonly counts?: StoreCounts
  readonly sizes: StoreSizes
}

/** In bytes. */
export interface StoreSizes {
  readonly file: number
  /** The write-ahead log beside it. */
  readonly log: number
  /** Room inside the file that is free for new messages. */
  readonly free: number
}

export interface StoreProblem {
  readonly kind: StoreProblemKind
  /** One sentence for people. */
  readonly text: string
  /** `repairStore` mends it without a loss, or with one that it reports. */
  readonly repairable: boolean
}

export type StoreProblemKind =
  /** The pages of the file do not fit together. */
  | 'structure'
  /** The write-ahead log lost something that was written to it. */
  | 'log'
  /** Tables, triggers or the version are not those of Hermes. */
  | 'schema'
  /** An index disagrees with its table. */
  | 'index'
  /** The search index disagrees with the messages. */
  | 'search'
  /** Something belongs to a session that is not there. */
  | 'reference'
  /** A session's counters disagree with its messages. */
  | 'counter'
  /** A stored value is not what was written. */
  | 'content'
