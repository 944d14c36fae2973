import type { Conversations, SubmissionEnd } from '@hermes/conversations'
import { isUnfinished } from './is-unfinished.js'
import { storeFailureOf } from './store-failure-of.js'

/** Whether a submission ended without an answer that counts: its process stops, its store was unavailable, or another process has taken it. */
export function isLeftOpen(end: SubmissionEnd, conversations: Pick<Conversations, 'isClosing'>): boolean {
  return isUnfinished(end, conversations) || storeFailureOf(end) !== undefined
}
