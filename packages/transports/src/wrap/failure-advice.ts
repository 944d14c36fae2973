import type { TransportError, TransportErrorKind } from '@hermes/core'
import { isUnreachable } from './is-unreachable.js'

/** What may help after a failed call. Nothing of it: the request has to change, or a person has to act. */
export interface FailureAdvice {
  /** The same request again, after a wait. */
  readonly retryable: boolean
  /** A shorter conversation. */
  readonly compress: boolean
  /** Another key for the same provider. */
  readonly rotate: boolean
  /** Another provider or model. */
  readonly fallback: boolean
}

type Step = keyof FailureAdvice

const steps: Readonly<Record<TransportErrorKind, readonly Step[]>> = {
  auth: ['rotate', 'fallback'],
  billing: ['rotate', 'fallback'],
  'rate-limit': ['retryable', 'rotate', 'fallback'],
  overloaded: ['retryable', 'fallback'],
  network: ['retryable', 'fallback'],
  timeout: ['retryable', 'fallback'],
  protocol: ['retryable', 'fallback'],
  'context-overflow': ['compress'],
  'content-filter': ['fallback'],
  'model-not-found': ['fallback'],
  'invalid-request': [],
}

/**
 * What may help after this failure: the one table that retries, credential pools and fallbacks go by.
 *
 * @example `if (adviseOn(error).compress) await compress()`
 */
export function adviseOn(failure: TransportError): FailureAdvice {
  const helpful = new Set<Step>(steps[failure.kind] ?? [])
  // No server is listening: a few seconds of waiting will not change that.
  if (isUnreachable(failure)) helpful.delete('retryable')
  // A wrong address or route is this provider's alone.
  if (failure.status === 404) helpful.add('fallback')
  return {
    retryable: helpful.has('retryable'),
    compress: helpful.has('compress'),
    rotate: helpful.has('rotate'),
    fallback: helpful.has('fallback'),
  }
}
