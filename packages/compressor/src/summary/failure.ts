import { describeError, TransportError, type TransportErrorKind } from '@hermes/core'

/** Why no model wrote the summary. */
export interface SummaryFailure {
  /** No model can be reached; the model took too long; or its answer was no summary. */
  readonly kind: 'unreachable' | 'stalled' | 'garbled'
  /** One sentence. */
  readonly reason: string
}

const kinds: Readonly<Record<TransportErrorKind, SummaryFailure['kind']>> = {
  auth: 'unreachable',
  billing: 'unreachable',
  'rate-limit': 'unreachable',
  overloaded: 'unreachable',
  'model-not-found': 'unreachable',
  network: 'unreachable',
  timeout: 'stalled',
  protocol: 'garbled',
  'content-filter': 'garbled',
  'context-overflow': 'garbled',
  'invalid-request': 'garbled',
}

export function toFailure(error: unknown): SummaryFailure {
  const kind = TransportError.is(error) ? kinds[error.kind] : 'unreachable'
  return { kind, reason: describeError(error) }
}
