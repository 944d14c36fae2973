import { HermesError } from '@hermes/core'

/** Returns the error for a text that is not a schedule. */
export function scheduleError(message: string, cause?: unknown): HermesError {
  return new HermesError('schedule/invalid', message, cause === undefined ? {} : { cause })
}
