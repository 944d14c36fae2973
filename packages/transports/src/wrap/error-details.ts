import type { TransportError, TransportErrorOptions } from '@hermes/core'

const names = ['status', 'retryAfterMs', 'contextWindow', 'promptTokens', 'reason'] as const

/** Everything that an error says besides its kind and its sentence, for another error that stands in for it. */
export function detailsOf(error: TransportError): TransportErrorOptions {
  return Object.fromEntries(names.flatMap((name) => (error[name] === undefined ? [] : [[name, error[name]]])))
}
