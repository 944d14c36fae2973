import { HermesError } from '@hermes/core'

/** @returns the error for a text that is no schedule. */
export function scheduleError(message: string, cause?: unknown): HermesError {
  return new HermesError('schedule/invalid', message, cause === undefined ? {} : { cause })
}
