import type { TransportErrorKind } from '@hermes/core'

/** Where one kind is mended in several ways: the cause, and its kind. */
const causes = {
  'no-route': 'invalid-request',
  'stale-reasoning': 'invalid-request',
  'no-summaries': 'invalid-request',
  'images-refused': 'invalid-request',
  'result-images-refused': 'invalid-request',
  'image-too-large': 'invalid-request',
  'schema-pattern': 'invalid-request',
  'payload-too-large': 'context-overflow',
  'long-context-tier': 'context-overflow',
  'provider-policy': 'model-not-found',
} as const satisfies Readonly<Record<string, TransportErrorKind>>

type Cause = keyof typeof causes

/** A kind, or the cause behind one. */
export type Failure = TransportErrorKind | Cause

/** What a failure is for programs. */
export function kindOf(failure: Failure): { readonly kind: TransportErrorKind; readonly reason?: string } {
  return isCause(failure) ? { kind: causes[failure], reason: failure } : { kind: failure }
}

function isCause(failure: Failure): failure is Cause {
  return failure in causes
}

/** What a wire's error texts mean. Looked for in this order, before the status: providers agree on their words more than on their codes. */
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

/** Statuses whose meaning no text can change. */
const settled = new Set([401, 402])

/** @param status `undefined` for an error that came inside a response of status 200. */
export function failureOf(status: number | undefined, searchText: string, patterns: FailurePatterns): Failure {
  const byStatus = status === undefined ? undefined : statuses[status]
  if (byStatus && status !== undefined && settled.has(status)) return byStatus
  const byText = patterns.find(([, pattern]) => pattern.test(searchText))?.[0]
  if (byText) return byText
  if (byStatus) return byStatus
  if (status === undefined || status >= 500) return 'overloaded'
  return status >= 400 ? 'invalid-request' : 'protocol'
}
