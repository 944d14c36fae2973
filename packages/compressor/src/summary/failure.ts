import { describeError, TransportError, type TransportErrorKind } from '@hermes/core'

/** Why the model wrote no usable summary. */
export interface SummaryFailure {
  /** No model was available, the request timed out, or the answer was unusable. */
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
