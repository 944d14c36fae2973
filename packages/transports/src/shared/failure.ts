import type { TransportErrorKind } from '@hermes/core'

/** A kind, and why where one kind needs two pieces of advice. */
export type Failure = TransportErrorKind | 'no-credit' | 'no-route' | 'stale-reasoning' | 'no-summaries'

/** What a wire's error texts mean. Looked for in this order, before the status: providers agree on their words more than on their codes. */
export type FailurePatterns = readonly (readonly [Failure, RegExp])[]

const statuses: Readonly<Record<number, Failure>> = {
  401: 'auth',
  402: 'no-credit',
  403: 'auth',
  404: 'no-route',
  405: 'no-route',
  408: 'timeout',
  409: 'overloaded',
  413: 'context-overflow',
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
