/** The kinds of model call failures that the loop handles differently. */
export type TransportErrorKind =
  | 'auth'
  | 'billing'
  | 'rate-limit'
  | 'overloaded'
  | 'context-overflow'
  | 'content-filter'
  | 'model-not-found'
  | 'invalid-request'
  | 'network'
  | 'timeout'
  | 'protocol'

export type StoreErrorKind =
  | 'not-found'
  | 'ambiguous'
  | 'conflict'
  | 'fenced'
  | 'newer-version'
  | 'full'
  | 'corrupt'
  | 'unavailable'
