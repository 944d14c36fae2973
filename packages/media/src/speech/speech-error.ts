import { HermesError } from '@hermes/core'

/** Creates the error for a recording that could not be transcribed, or a text that could not be spoken. */
export function speechError(message: string, cause?: unknown): HermesError {
  return new HermesError('speech/failed', message, cause === undefined ? {} : { cause })
}
