import { HermesError } from '@hermes/core'

/** A recording that could not be transcribed, or a text that could not be said. */
export function speechError(message: string, cause?: unknown): HermesError {
  return new HermesError('speech/failed', message, cause === undefined ? {} : { cause })
}
