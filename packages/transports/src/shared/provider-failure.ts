import { HermesError, TransportError, type TransportErrorKind } from '@hermes/core'
import { readErrorBody } from './error-body.js'
import type { ErrorContext } from './error-context.js'
import { type Failure, type FailurePatterns, failureOf } from './failure.js'
import { failureSentence, type WireWords } from './failure-sentence.js'
import { networkError } from './network-error.js'
import { retryAfterMs } from './retry-after.js'

/** An error answer of the provider, by its status or by an error object inside a response of status 200. */
export interface ProviderFailure {
  readonly status?: number
  readonly body: unknown
  readonly headers?: Headers
}

/** What is special about the errors of one wire. */
export interface WireErrors {
  readonly patterns: FailurePatterns
  readonly words: WireWords
}

/** Turns whatever goes wrong on one wire into errors of Hermes. */
export interface ErrorReader {
  fromProviderFailure(failure: ProviderFailure, context: ErrorContext): TransportError
  /** Whatever a call can throw, as a `TransportError`. */
  toTransportError(error: unknown, context: ErrorContext): HermesError
}

export function createErrorReader(wire: WireErrors): ErrorReader {
  return {
    fromProviderFailure: (failure, context) => fromProviderFailure(failure, context, wire),
    toTransportError: (error, context) => toTransportError(error, context, wire),
  }
}

export function fromProviderFailure(
  failure: ProviderFailure,
  context: ErrorContext,
  { patterns, words }: WireErrors,
): TransportError {
  const body = readErrorBody(failure.body)
  const status = failure.status ?? body.status
  const kind = failureOf(status, body.searchText, patterns)
  const waitMs = retryAfterMs(failure.headers, body.record, Date.now())
  const said = [status, hideKey(body.message, context.apiKey)].filter(Boolean).join(': ')
  return new TransportError(kindOf(kind), failureSentence(kind, said === '' ? '' : ` (${said})`, context, words), {
    ...(status !== undefined && { status }),
    ...(waitMs !== undefined && { retryAfterMs: waitMs }),
  })
}

/** Whatever a call can throw, as a `TransportError`. */
export function toTransportError(error: unknown, context: ErrorContext, wire: WireErrors): HermesError {
  if (HermesError.is(error)) return error
  if (isStatusError(error)) {
    const body = error.error ?? error.message.replace(/^\d{3} (status code \(no body\))?/, '')
    const headers = error.headers instanceof Headers ? { headers: error.headers } : {}
    return fromProviderFailure({ status: error.status, body, ...headers }, context, wire)
  }
  return networkError(error, context)
}

/** The error that an SDK makes of a status that is not 2xx; recognised by its shape, because the SDK is loaded late. */
interface StatusError extends Error {
  readonly status: number
  readonly error?: unknown
  readonly headers?: unknown
}

function isStatusError(error: unknown): error is StatusError {
  return error instanceof Error && 'status' in error && typeof error.status === 'number'
}

function kindOf(failure: Failure): TransportErrorKind {
  // Without credit neither waiting nor another try helps: only another account does.
  if (failure === 'no-credit') return 'auth'
  if (failure === 'no-route' || failure === 'stale-reasoning' || failure === 'no-summaries') return 'invalid-request'
  return failure
}

/** Some servers repeat the key in their answer. */
function hideKey(text: string, apiKey: string | undefined): string {
  return apiKey && apiKey.length >= 8 ? text.replaceAll(apiKey, '***') : text
}
