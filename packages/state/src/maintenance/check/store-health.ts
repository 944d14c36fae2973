import type { StoreCounts } from './count-all.js'

export interface StoreHealth {
  readonly path: string
  /** Whether no problem was found. */
  readonly ok: boolean
  readonly problems: readonly StoreProblem[]
  /** Schema version. Absent when the file is too damaged to tell. */
  readonly schemaVersion?: number
  readonly counts?: StoreCounts
  readonly sizes: StoreSizes
}

/** Sizes in bytes. */
export interface StoreSizes {
  readonly file: number
  /** Size of the write-ahead log. */
  readonly log: number
  /** Size of the unused space inside the file. */
  readonly free: number
}

export interface StoreProblem {
  readonly kind: StoreProblemKind
  /** Description for users, in one sentence. */
  readonly text: string
  /** Whether `repairStore` can repair it, reporting any loss. */
  readonly repairable: boolean
}

export type StoreProblemKind =
  /** The pages of the file are inconsistent. */
  | 'structure'
  /** The write-ahead log lost committed frames. */
  | 'log'
  /** Tables, triggers or the version differ from the schema of Hermes. */
  | 'schema'
  /** An index does not match its table. */
  | 'index'
  /** The search index does not match the messages. */
  | 'search'
  /** A row belongs to a session that does not exist. */
  | 'reference'
  /** The counters of a session do not match its messages. */
  | 'counter'
  /** A stored value is damaged. */
  | 'content'
  /** Acknowledged messages or work items are missing. */
  | 'lost'
