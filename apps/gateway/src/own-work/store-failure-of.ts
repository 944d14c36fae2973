import type { SubmissionEnd } from '@hermes/conversations'
import { StoreError } from '@hermes/core'

/**
 * Returns why a submission ended if its store was unavailable or another process has taken its conversation. Neither is an answer: the turn is
 * cut off, and the recipient of the answer asks for it again.
 */
export function storeFailureOf(end: SubmissionEnd): StoreError | undefined {
  const error = errorOf(end)
  return StoreError.is(error) && (error.kind === 'unavailable' || error.kind === 'fenced') ? error : undefined
}

function errorOf(end: SubmissionEnd): Error | undefined {
  if (end.status === 'failed') return end.error
  return end.status === 'turn' && end.result.outcome.status === 'failed' ? end.result.outcome.error : undefined
}
