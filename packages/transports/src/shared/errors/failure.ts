import type { TransportErrorKind } from '@hermes/core'

/** Causes that need their own remedy within an error kind, each with that kind. */
const causes = {
  'no-route': 'invalid-request',
  'stale-reasoning': 'invalid-request',
  'no-summaries': 'invalid-request',
  'images-refused': 'invalid-request',
  'result-images-refused': 'invalid-request',
  'image-too-large': 'invalid-request',
  'image-unreadable': 'invalid-request',
  'file-unreadable': 'invalid-request',
  'schema-pattern': 'invalid-request',
  'payload-too-large': 'context-overflow',
  'long-context-tier': 'context-overflow',
  'provider-policy': 'model-not-found',
} as const satisfies Readonly<Record<string, TransportErrorKind>>

type Cause = keyof typeof causes

/** An error kind, or a more specific cause. */
export type Failure = TransportErrorKind | Cause

/** Returns the error kind of a failure, with the cause as `reason`. */
export function kindOf(failure: Failure): { readonly kind: TransportErrorKind; readonly reason?: string } {
  return isCause(failure) ? { kind: causes[failure], reason: failure } : { kind: failure }
}

function isCause(failure: Failure): failure is Cause {
  return failure in causes
}

/**
 * Patterns for the error texts of a wire. They are tested in this order and before the status, because providers agree
 * more on wording than on status codes.
 */
export type FailurePatterns = readonly (readonly [Failure, RegExp])[]

const statuses: Readonly<Record<number, Failure>> = {
  401: 'auth',
  402: 'billing',
  403: 'auth',
  404: 'no-route',
  405: 'no-route',
  408: 'timeout',
  409: 'overloaded',
  413: 'payload-too-large',
  424: 'overloaded',
  425: 'overloaded',
  429: 'rate-limit',
  504: 'timeout',
  524: 'timeout',
}

/** Statuses that take precedence over the patterns. */
const settled = new Set([401, 402])

/** @param status HTTP status; `undefined` for an error inside a response with status 200. */
export function failureOf(status: number | undefined, searchText: string, patterns: FailurePatterns): Failure {
  const byStatus = status === undefined ? undefined : statuses[status]
  if (byStatus && status !== undefined && settled.has(status)) return byStatus
  const byText = patterns.find(([, pattern]) => pattern.test(searchText))?.[0]
  if (byText) return byText
  if (byStatus) return byStatus
  if (status === undefined || status >= 500) return 'overloaded'
  return status >= 400 ? 'invalid-request' : 'protocol'
}
