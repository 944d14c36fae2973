import { HermesError, type Remedy, TransportError } from '@hermes/core'
import { contextLimitsOf } from './context-limits.js'
import { readErrorBody } from './error-body.js'
import type { ErrorContext } from './error-context.js'
import { type FailurePatterns, failureOf, kindOf } from './failure.js'
import { failureSentence, type WireWords } from './failure-sentence.js'
import type { HeaderReader } from './http/http-client.js'
import { networkError } from './network-error.js'
import { retryAfterMs } from './retry-after.js'

/** An error answer of the provider, by its status or by an error object inside a response of status 200. */
export interface ProviderFailure {
  readonly status?: number
  readonly body: unknown
  readonly headers?: HeaderReader
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
  const found = failureOf(status, body.searchText, patterns)
  const { kind, reason } = kindOf(found)
  const waitMs = retryAfterMs(failure.headers, body.record, Date.now())
  const said = [status, hideKey(body.message, context.apiKey)].filter(Boolean).join(': ')
  return new TransportError(kind, failureSentence(found, said === '' ? '' : ` (${said})`, context, words), {
    ...(status !== undefined && { status }),
    ...(waitMs !== undefined && { retryAfterMs: waitMs }),
    ...(reason !== undefined && { reason }),
    ...(kind === 'context-overflow' && contextLimitsOf(body.searchText, body.record)),
    ...(found === 'auth' && remedyOf(context)),
  })
}

/** A key that is missing or refused is put right where it is read from. */
function remedyOf({ keyVariable, credentials }: ErrorContext): { readonly remedy?: Remedy } {
  return keyVariable && credentials === undefined ? { remedy: { type: 'set', name: keyVariable } } : {}
}

/** Whatever a call can throw, as a `TransportError`. */
export function toTransportError(error: unknown, context: ErrorContext, wire: WireErrors): HermesError {
  if (HermesError.is(error)) return error
  if (isStatusError(error)) {
    const body = error.error ?? error.message.replace(/^\d{3} (status code \(no body\))?/, '')
    const headers = isHeaderReader(error.headers) ? { headers: error.headers } : {}
    return fromProviderFailure({ status: error.status, body, ...headers }, context, wire)
  }
  if (error instanceof RangeError) {
    const text = `${context.provider} sent more than an answer can hold: try again, or use another model.`
    return new TransportError('protocol', text, { cause: error })
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

function isHeaderReader(value: unknown): value is HeaderReader {
  return typeof value === 'object' && value !== null && 'get' in value && typeof value.get === 'function'
}

/** Some servers repeat the key in their answer. */
function hideKey(text: string, apiKey: string | undefined): string {
  return apiKey && apiKey.length >= 8 ? text.replaceAll(apiKey, '***') : text
}
