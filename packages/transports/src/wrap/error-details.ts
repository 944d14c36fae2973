import type { TransportError, TransportErrorOptions } from '@hermes/core'

const names = ['status', 'retryAfterMs', 'contextWindow', 'promptTokens', 'reason'] as const

/** Returns the fields of an error besides kind and message, for an error that replaces it. */
export function detailsOf(error: TransportError): TransportErrorOptions {
  return Object.fromEntries(names.flatMap((name) => (error[name] === undefined ? [] : [[name, error[name]]])))
}
