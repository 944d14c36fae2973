import { HermesError } from '@hermes/core'

export type WebErrorKind = 'refused' | 'unreachable' | 'timeout' | 'redirect' | 'content-type' | 'unreadable' | 'search'

/** Creates the error for a failure of a web tool, with a message for the model. The code is `web/<kind>`. */
export function webError(kind: WebErrorKind, message: string, cause?: unknown): HermesError {
  return new HermesError(`web/${kind}`, message, cause === undefined ? {} : { cause })
}
