import { isDeepStrictEqual } from 'node:util'
import type { Receipt } from './receipt-pool.js'

/** A write with an unknown outcome: the connection was lost during its COMMIT, and the server stayed unreachable. */
export interface UnconfirmedCommit<T> {
  readonly request: unknown
  readonly receipt: Receipt
  /** Return value if the write was committed. */
  readonly result: T
}

/** Remembers the newest unconfirmed commit of each lane, so that a retried write is not stored twice. */
export interface UnconfirmedCommits<T> {
  remember(lane: string, commit: UnconfirmedCommit<T>): void
  /** Returns the unconfirmed commit of an equal request, if there is one. */
  recall(lane: string, request: unknown): UnconfirmedCommit<T> | undefined
  forget(lane: string): void
}

export function createUnconfirmedCommits<T>(): UnconfirmedCommits<T> {
  const newest = new Map<string, UnconfirmedCommit<T>>()
  return {
    remember: (lane, commit) => void newest.set(lane, commit),
    recall(lane, request) {
      const commit = newest.get(lane)
      return commit && isDeepStrictEqual(commit.request, request) ? commit : undefined
    },
    forget: (lane) => void newest.delete(lane),
  }
}
