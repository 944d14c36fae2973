import {
  describeError,
  HermesError,
  type RunResult,
  StoreError,
  TransportError,
  type TransportErrorKind,
} from '@hermes/core'
import type { Failure } from '../request/failure.js'
import { noRetry } from '../request/no-retry.js'

/** Returns the error for a turn without an answer, or `undefined` for a turn that has one. */
export function toFailure({ outcome, iterations }: Pick<RunResult, 'outcome' | 'iterations'>): Failure | undefined {
  // Tools may have run before a later model call, and clients must not let them run again.
  const hasActed = iterations > 1
  if (outcome.status === 'failed') {
    const { error } = outcome
    return withAdvice(errorFailure(error), !hasActed && isPassing(error))
  }
  if (outcome.status !== 'interrupted') return undefined
  const message = `The turn was interrupted: ${outcome.reason}`
  return withAdvice({ status: 503, code: 'interrupted', message }, !hasActed)
}

function isPassing(error: Error): boolean {
  return TransportError.is(error) ? passing.has(error.kind) : isStoreAway(error)
}

const passing: ReadonlySet<TransportErrorKind> = new Set(['network', 'timeout', 'overloaded', 'rate-limit', 'protocol'])

function withAdvice(failure: Failure, mayRetry: boolean): Failure {
  return mayRetry ? failure : { ...failure, headers: { ...failure.headers, ...noRetry } }
}

/** Whether the session store does not answer. The reason is logged for the operator, because clients must not learn where the store is. */
export function isStoreAway(error: unknown): boolean {
  return StoreError.is(error) && error.kind === 'unavailable'
}

export const storeAway: Failure = {
  status: 503,
  code: 'store_unavailable',
  message: 'The store does not answer. Try again in a moment.',
  headers: { 'retry-after': '5' },
}

/** Returns the error response for an error. */
export function errorFailure(error: Error): Failure {
  const message = describeError(error)
  if (!HermesError.is(error)) return { status: 500, code: 'internal_error', message: 'The request failed.' }
  if (isStoreAway(error)) return storeAway
  if (error.code === 'run/empty-input') return { status: 400, code: 'empty_message', message }
  if (!TransportError.is(error)) return { status: 500, code: error.code, message }
  const { status, code } = ofTransport[error.kind] ?? { status: 502, code: 'provider_error' }
  const seconds = error.retryAfterMs === undefined ? undefined : Math.ceil(error.retryAfterMs / 1000)
  return { status, code, message, ...(seconds !== undefined && { headers: { 'retry-after': String(seconds) } }) }
}

/** Distinguishes faults of the request from faults of the provider: a wrong provider key is not the client's fault. */
const ofTransport: Partial<Record<TransportErrorKind, Pick<Failure, 'status' | 'code'>>> = {
  billing: { status: 402, code: 'provider_billing' },
  'rate-limit': { status: 429, code: 'provider_rate_limit' },
  overloaded: { status: 503, code: 'provider_overloaded' },
  timeout: { status: 504, code: 'provider_timeout' },
  'context-overflow': { status: 400, code: 'context_length_exceeded' },
  'content-filter': { status: 400, code: 'content_filter' },
  'invalid-request': { status: 400, code: 'provider_error' },
  'model-not-found': { status: 404, code: 'model_not_found' },
}
