import { isDeepStrictEqual } from 'node:util'
import type { Receipt } from './receipts.js'

/** A write with an unknown outcome: the connection was cut during its COMMIT and the server stayed unreachable. */
export interface Doubt<T> {
  readonly request: unknown
  readonly receipt: Receipt
  /** What the answer is if it was stored. */
  readonly result: T
}

/** Remembers such writes, the newest of each lane, so that a caller who tries again stores nothing twice. */
export interface Doubts<T> {
  remember(lane: string, doubt: Doubt<T>): void
  /** The doubt about the same request. */
  recall(lane: string, request: unknown): Doubt<T> | undefined
  forget(lane: string): void
}

export function createDoubts<T>(): Doubts<T> {
  const newest = new Map<string, Doubt<T>>()
  return {
    remember: (lane, doubt) => void newest.set(lane, doubt),
    recall(lane, request) {
      const doubt = newest.get(lane)
      return doubt && isDeepStrictEqual(doubt.request, request) ? doubt : undefined
    },
    forget: (lane) => void newest.delete(lane),
  }
}
