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

/**
 * The kinds of chat network failures that callers handle differently.
 * - `auth`: the network refuses the credentials, and no call can succeed until they change.
 * - `rate-limit`: the network accepts the call after `retryAfterMs`.
 * - `gone`: the chat, thread or message does not exist, or the agent was removed from it.
 * - `too-long`: the text or file exceeds a limit.
 * - `refused`: the network rejects this call for another reason, and would reject the same call again.
 * - `unknown-outcome`: the call may have had its effect.
 * - `transient`: the call had no effect, and may succeed later.
 */
export type PlatformErrorKind =
  | 'auth'
  | 'rate-limit'
  | 'gone'
  | 'too-long'
  | 'refused'
  | 'unknown-outcome'
  | 'transient'
