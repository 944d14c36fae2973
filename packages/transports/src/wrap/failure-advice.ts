import type { TransportError, TransportErrorKind } from '@hermes/core'
import { isAway } from './is-away.js'
import { isUnreachable } from './is-unreachable.js'

/** What may help after a failed call. If nothing is set, the request must change or a person must act. */
export interface FailureAdvice {
  /** Whether to send the same request again after a delay. */
  readonly retryable: boolean
  /** Whether to shorten the conversation. */
  readonly compress: boolean
  /** Whether to use another key of the provider. */
  readonly rotate: boolean
  /** Whether to use another provider or model. */
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

/** History of the server that failed. */
export interface ServerHistory {
  /** Whether the server has answered a request before, which shows that its address is right. Default: false. */
  readonly hasAnswered?: boolean
}

/**
 * Returns what may help after an error. Retries, credential pools and fallbacks all use this table.
 *
 * @example `if (adviseOn(error).compress) await compress()`
 */
export function adviseOn(failure: TransportError, { hasAnswered = false }: ServerHistory = {}): FailureAdvice {
  const helpful = new Set<Step>(steps[failure.kind] ?? [])
  // A wrong address stays wrong, but a server that has answered before is restarting.
  if (isUnreachable(failure) && !(hasAnswered && isAway(failure))) helpful.delete('retryable')
  // A wrong address or route affects only this provider.
  if (failure.status === 404) helpful.add('fallback')
  return {
    retryable: helpful.has('retryable'),
    compress: helpful.has('compress'),
    rotate: helpful.has('rotate'),
    fallback: helpful.has('fallback'),
  }
}
