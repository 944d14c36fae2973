import { HermesError, type Remedy, TransportError } from '@hermes/core'
import type { HeaderReader } from '../http/http-client.js'
import { contextLimitsOf } from './context-limits.js'
import { readErrorBody } from './error-body.js'
import type { ErrorContext } from './error-context.js'
import { type FailurePatterns, failureOf, kindOf } from './failure.js'
import { failureSentence, type WireTerms } from './failure-sentence.js'
import { networkError } from './network-error.js'
import { retryAfterMs } from './retry-after.js'

/** An error reported by the provider: an error status, or an error object inside a response with status 200. */
export interface ProviderFailure {
  readonly status?: number
  readonly body: unknown
  readonly headers?: HeaderReader
}

/** Error patterns and terms of one wire. */
export interface WireErrors {
  readonly patterns: FailurePatterns
  readonly terms: WireTerms
}

/** Converts the errors of one wire to Hermes errors. */
export interface ErrorReader {
  fromProviderFailure(failure: ProviderFailure, context: ErrorContext): TransportError
  /** Converts anything that a call can throw. A Hermes error is returned unchanged. */
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
  { patterns, terms }: WireErrors,
): TransportError {
  const body = readErrorBody(failure.body)
  const status = failure.status ?? body.status
  const found = failureOf(status, body.searchText, patterns)
  const { kind, reason } = kindOf(found)
  const waitMs = retryAfterMs(failure.headers, body.record, Date.now())
  const said = [status, hideKey(body.message, context.apiKey)].filter(Boolean).join(': ')
  return new TransportError(kind, failureSentence(found, said === '' ? '' : ` (${said})`, context, terms), {
    ...(status !== undefined && { status }),
    ...(waitMs !== undefined && { retryAfterMs: waitMs }),
    ...(reason !== undefined && { reason }),
    ...(kind === 'context-overflow' && contextLimitsOf(body.searchText, body.record)),
    ...(found === 'auth' && remedyOf(context)),
  })
}

/** Suggests setting the variable that a missing or rejected key is read from. */
function remedyOf({ keyVariable, credentials }: ErrorContext): { readonly remedy?: Remedy } {
  return keyVariable && credentials === undefined ? { remedy: { type: 'set', name: keyVariable } } : {}
}

/** Converts anything that a call can throw into a `TransportError`. A Hermes error is returned unchanged. */
export function toTransportError(error: unknown, context: ErrorContext, wire: WireErrors): HermesError {
  if (HermesError.is(error)) return error
  if (isStatusError(error)) {
    const body = error.error ?? error.message.replace(/^\d{3} (status code \(no body\))?/, '')
    const headers = isHeaderReader(error.headers) ? { headers: error.headers } : {}
    return fromProviderFailure({ status: error.status, body, ...headers }, context, wire)
  }
  if (error instanceof RangeError) {
    const text = `${context.provider} sent an answer that is too large: try again, or use another model.`
    return new TransportError('protocol', text, { cause: error })
  }
  return networkError(error, context)
}

/** An SDK error for a status other than 2xx. It is recognized by its shape, because the SDK is loaded lazily. */
interface StatusError extends Error {
  readonly status: number
  readonly error?: unknown
  readonly headers?: unknown
}

function isStatusError(error: unknown): error is StatusError {
  return error instanceof Error && 'status' in error && typeof error.status === 'number'
}

function isHeaderReader(value: unknown): value is HeaderReader {
  return typeof value === 'object' && value !== null && 'get' in value && typeof value.get === 'function'
}

/** Masks the key in an error message, where some servers repeat it. */
function hideKey(text: string, apiKey: string | undefined): string {
  return apiKey && apiKey.length >= 8 ? text.replaceAll(apiKey, '***') : text
}
